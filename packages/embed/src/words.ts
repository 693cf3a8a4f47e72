const english = {
  title: 'Buy crypto',
  close: 'Close',
  silent: 'The payment window is not responding. If you have paid, check your order before you pay again.',
  open: 'Open it in a new tab',
}

const languages: Readonly<Record<string, typeof english>> = {
  de: {
    title: 'Krypto kaufen',
    close: 'Schließen',
    silent:
      'Das Zahlungsfenster reagiert nicht. Wenn Sie bezahlt haben, prüfen Sie Ihre Bestellung, bevor Sie noch einmal zahlen.',
    open: 'In einem neuen Tab öffnen',
  },
}

/** The few words the loader itself says, in the language that was asked for or the page's own. */
export function wordsFor(locale: string | undefined): typeof english {
  const tag = (locale ?? document.documentElement.lang).slice(0, 2).toLowerCase()
  return (Object.hasOwn(languages, tag) && languages[tag]) || english
}
