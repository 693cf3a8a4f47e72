const english = {
  title: 'Buy crypto',
  close: 'Close',
  silent: 'The payment window is not responding. If you have paid, check your order before you pay again.',
  open: 'Open it in a new tab',
}

const languages: Readonly<Record<string, typeof english | undefined>> = {
  de: {
    title: 'Krypto kaufen',
    close: 'Schließen',
    silent:
      'Das Zahlungsfenster reagiert nicht. Wenn Sie bezahlt haben, prüfen Sie Ihre Bestellung, bevor Sie noch einmal zahlen.',
    open: 'In einem neuen Tab öffnen',
  },
}

/**
 * The few words that the loader itself says, in the language that was asked for or the page's own, until the widget says
 * which one it speaks. What only the widget can say in thirty languages, its title and how to close it, comes from there.
 */
export function wordsFor(locale: string | undefined): typeof english & { tag: string } {
  const tag = (locale ?? document.documentElement.lang).slice(0, 2).toLowerCase()
  return { ...english, ...languages[tag], tag }
}
