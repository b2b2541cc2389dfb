// The page reads from the top while its cells run; from the first board on it waits until all have arrived.
// A page whose kernel stays silent says so in a sentence. Voilà calls the three functions below.
window.voila_heartbeat = window.voila_process = window.voila_finish = () => {};
{
  const main = document.querySelector("main");
  const wait = main.querySelector(".cr-wait");
  const pending = 'script[type="application/vnd.voila.cell-output+json"]';
  const arrived = () =>
    document.readyState !== "loading" && !main.querySelector(pending) &&
    [...main.querySelectorAll(".jp-OutputArea-output")].every((output) => output.childElementCount > 0);
  const look = new MutationObserver(() => arrived() && ready());
  const ready = () => {
    look.disconnect();
    clearTimeout(silence);
    wait.remove();
    main.removeAttribute("aria-busy");
    const goal = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (goal && scrollY === 0) goal.scrollIntoView();
  };
  let silence;
  document.addEventListener("DOMContentLoaded", () => {
    silence = setTimeout(() => {
      wait.textContent = "The cards have not come: Python does not answer on this page. Reload it; if that does not help, start the lessons anew.";
    }, 15000);
    if (arrived()) ready();
  });
  look.observe(main, { childList: true, subtree: true });
}
