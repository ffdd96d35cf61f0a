// What every page can do: ask before something is lost, copy a link, work without a network.

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("ask"));
/** @type {(() => void) | null} */
let agreed = null;

dialog.addEventListener("close", () => {
  if (dialog.returnValue === "yes") agreed?.();
  agreed = null;
});

// A form or a button with a question is sent only after a yes.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = event.submitter instanceof HTMLElement ? event.submitter : null;
    const question = button?.dataset.ask ?? form.dataset.ask;
    if (!question || form.dataset.agreed !== undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const heading = dialog.querySelector("h2");
    if (heading) heading.textContent = question;
    dialog.returnValue = "";
    dialog.showModal();
    agreed = () => {
      form.dataset.agreed = "";
      form.requestSubmit(button);
      delete form.dataset.agreed;
    };
  },
  { capture: true },
);

// A file that the server would not take is not even sent.
document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "file") return;
  const most = Number(input.form?.dataset.maxBytes ?? Infinity);
  const isTooLarge = (input.files?.[0]?.size ?? 0) > most;
  const told = document.getElementById("too-large");
  if (told) told.hidden = !isTooLarge;
  if (isTooLarge) input.value = "";
});

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!(button instanceof HTMLElement)) return;
  const label = button.textContent;
  const field = button.parentElement?.querySelector("input");
  field?.select();
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
  } catch {
    // Without the permission the text is at least selected.
    return;
  }
  button.textContent = button.dataset.copied ?? label;
  setTimeout(() => (button.textContent = label), 1500);
});

if ("serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/sw.js").catch(() => {});
  // Whoever wants to play without the server sees the page that the service worker has, once there is one.
  if (document.querySelector("[data-prepares]")) void navigator.serviceWorker.ready.then(() => location.reload());
}
