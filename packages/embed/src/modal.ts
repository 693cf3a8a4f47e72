import { make } from './make.ts'
import { lockCss, sheetOf } from './sheets.ts'

/** Opens the dialog. Returns what closes it and releases the page behind it. */
export function openModal(dialog: HTMLDialogElement, askToClose: () => void): () => void {
  const button = make('button', { textContent: '✕' })
  button.addEventListener('click', askToClose)
  dialog.prepend(button)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    askToClose()
  })
  dialog.showModal()
  // Each dialog has its own style sheet, so that several may open and close in any order.
  const lock = sheetOf(lockCss())
  document.adoptedStyleSheets.push(lock)
  return () => {
    dialog.close()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== lock)
  }
}
