// The page reads from the top while its cells run; from the first board on it waits until all boards have arrived.
// A page to which Python stays silent says so in a sentence. The first three names are called by Voilà.
window.voila_heartbeat = window.voila_process = window.voila_finish = () => {};
{
  const main = document.querySelector("main");
  const wait = main.querySelector(".cr-wait");
  const pending = 'script[type="application/vnd.voila.cell-output+json"]';
  const arrived = () =>
    document.readyState !== "loading" && !main.querySelector(pending) &&
    [...main.querySelectorAll(".jp-OutputArea-output")].every((output) => output.childElementCount > 0);
  let silence;
  const ready = () => {
    watch.disconnect();
    clearTimeout(silence);
    wait.remove();
    main.removeAttribute("aria-busy");
    const goal = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (goal && scrollY === 0) goal.scrollIntoView();
  };
  const watch = new MutationObserver(() => arrived() && ready());
  watch.observe(main, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => {
    silence = setTimeout(() => {
      wait.textContent = "The cards have not come: Python does not answer this page. Reload it; if that does not help, start the lessons anew.";
    }, 15000);
    if (arrived()) ready();
  });

  // A page that is left ends its kernel. Voilà does so on beforeunload, which phones do not send.
  let ended = false;
  addEventListener("beforeunload", () => { ended = !main.hasAttribute("aria-busy"); });
  addEventListener("pagehide", () => {
    const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");
    if (ended || !config.kernelId) return;
    const form = new FormData();
    form.append("_xsrf", document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`, form);
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
