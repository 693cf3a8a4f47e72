/** Opens the list of pages, which a phone has behind a button, and marks in it the call that is being read. */
export function openMenu() {
  const button = document.querySelector('button.menu')
  const menu = document.querySelector('#chapters')
  /** @param {boolean} isOpen */
  const open = (isOpen) => {
    button?.setAttribute('aria-expanded', String(isOpen))
    menu?.toggleAttribute('data-open', isOpen)
  }
  button?.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'))
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) open(false)
  })
  markWhatIsRead()
}

function markWhatIsRead() {
  const links = new Map(
    [...document.querySelectorAll('.calls a')].map((link) => [link.getAttribute('href')?.slice(1), link]),
  )
  if (links.size === 0) return
  const reading = new IntersectionObserver(
    (entries) => {
      const section = entries.find(({ isIntersecting }) => isIntersecting)?.target
      const here = section && links.get(section.id)
      if (!here) return
      for (const link of links.values()) link.removeAttribute('aria-current')
      here.setAttribute('aria-current', 'location')
    },
    { rootMargin: '-10% 0px -80% 0px' },
  )
  for (const section of document.querySelectorAll('section.call[id]')) reading.observe(section)
}
