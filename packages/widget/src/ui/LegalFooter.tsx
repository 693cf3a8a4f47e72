import { legalAddress } from '@cambio/wire/widget/legalAddress.ts'
import { useWidget } from '../Widget.ts'
import styles from './LegalFooter.module.css'

/** Who operates the exchange, and its terms. */
export function LegalFooter() {
  const { view, writing } = useWidget()
  const { legal } = view
  return (
    legal && (
      <footer className={styles['legal']}>
        <span>{legal.name}</span>
        {(['terms', 'privacy', 'help'] as const).map((name) => {
          const address = legal[`${name}_url`]
          return (
            address && (
              <a key={name} href={legalAddress(legal, address, writing.tag)} target="_blank" rel="noreferrer">
                {writing.say(`legal.${name}`)}
              </a>
            )
          )
        })}
      </footer>
    )
  )
}
