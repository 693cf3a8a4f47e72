// @ts-check

/** On a narrow screen the drawer covers the page, which rests until it is closed. */
const isNarrow = matchMedia('(max-width: 60rem)')

/** The drawer that shows what happens behind the page. A return page has none. */
export function openByButton() {
  const drawer = document.querySelector('#behind')
  const button = document.querySelector('#behind-button')
  if (!(drawer instanceof HTMLDialogElement) || !(button instanceof HTMLElement)) return
  button.hidden = false
  const tell = () => button.setAttribute('aria-expanded', String(drawer.open))
  tell()
  button.addEventListener('click', () => {
    if (drawer.open) drawer.close()
    else if (isNarrow.matches) drawer.showModal()
    else drawer.show()
    tell()
  })
  drawer.querySelector('[data-close]')?.addEventListener('click', () => drawer.close())
  drawer.addEventListener('close', tell)
  // A dialog that leaves the page usable does not hear Escape by itself.
  drawer.addEventListener('keydown', ({ key }) => key === 'Escape' && drawer.close())
}
