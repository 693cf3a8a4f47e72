// No element of the browser's is a list that is searched while it is chosen from.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useWidget } from '../../Widget.ts'
import type { PickerOption } from './PickerOption.ts'
import styles from './PickerDialog.module.css'

/** More options than fit on a screen. Those below are drawn a moment later, so that the dialog opens at once. */
const FIRST_OPTIONS = 12

/** So many options are seen at a glance, without a search. */
const AT_A_GLANCE = 5

/** A list to choose from, a long one also to search, by pointer, by keyboard or by screen reader. */
export function PickerDialog({
  name,
  value,
  options,
  opener,
  onChoose,
  onClose,
}: {
  name: string
  value: string
  options: readonly PickerOption[]
  opener: RefObject<HTMLElement | null>
  onChoose: (value: string) => void
  onClose: () => void
}) {
  const { say } = useWidget().writing
  const dialog = useRef<HTMLDialogElement>(null)
  const [searched, setSearched] = useState('')
  const [active, setActive] = useState(value)
  const id = useId()
  const results = useMemo(() => ({ searched, found: search(options, searched) }), [options, searched])
  const { found } = results
  const shown = useDeferredValue(results, { searched, found: found.slice(0, FIRST_OPTIONS) })
  const at = Math.max(
    0,
    found.findIndex((option) => option.value === active),
  )
  const optionId = (option: PickerOption | undefined) => option && `${id}-${option.value}`
  const activeId = optionId(found[at])
  const isSearched = options.length > AT_A_GLANCE
  const isActiveShown = shown.found.some((option) => option === found[at])

  useEffect(() => {
    if (dialog.current) open(dialog.current, opener.current)
  }, [opener])
  useEffect(() => {
    if (activeId && isActiveShown) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, isActiveShown])

  const choose = (option: PickerOption | undefined) => {
    if (!option) return
    onChoose(option.value)
    dialog.current?.close()
  }
  const onKey = (event: KeyboardEvent) => {
    // The page around asks to close the widget by Escape, which closes only the list here.
    event.stopPropagation()
    const next = nextIndex(event.key, { at, length: found.length, isSearched })
    if (next !== null) setActive(found[next]?.value ?? active)
    else if (event.key === 'Enter') choose(found[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-label={name} onClose={onClose} onKeyDown={onKey}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{name}</h2>
        <button
          type="button"
          className={styles['close']}
          aria-label={say('picker.close')}
          onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </div>
      {isSearched && (
        <input
          className={styles['search']}
          type="search"
          aria-label={say('picker.search')}
          placeholder={say('picker.search')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          value={searched}
          onChange={(event) => {
            setSearched(event.target.value)
            setActive('')
          }}
        />
      )}
      <div
        className={styles['list']}
        id={`${id}-list`}
        role="listbox"
        aria-label={name}
        aria-activedescendant={isSearched ? undefined : activeId}
        tabIndex={isSearched ? -1 : 0}
      >
        {shown.found.map((option) => (
          // What a search leaves is drawn anew: nothing moves away under a finger, and another option is never pressed.
          // The keyboard chooses from the search field or the list, which names the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${shown.searched}/${option.value}`}
            id={optionId(option)}
            className={styles['option']}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            data-active={option === found[at]}
            data-popular={shown.searched === '' && option.isPopular}
            onClick={() => choose(option)}
          >
            {option.mark}
            <span className={styles['name']}>
              {option.name}
              {option.detail !== undefined && (
                <span className={styles['detail']} aria-hidden="true">
                  {option.detail}
                </span>
              )}
            </span>
            {option.value === value && <Tick />}
          </div>
        ))}
      </div>
      <output className={styles['none']}>{found.length === 0 ? say('picker.none') : ''}</output>
    </dialog>
  )
}

function Tick() {
  return (
    <svg className={styles['tick']} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path d="m3 8.5 3.5 3.5L13 5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** Opens the dialog beside its button: a frame may be much taller than its visible part. */
function open(dialog: HTMLDialogElement, opener: HTMLElement | null): void {
  dialog.showModal()
  // A press beside the list is a press on the dialog itself.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  // With a touch screen the list is shown without a keyboard over it.
  if (!matchMedia('(pointer: coarse)').matches)
    dialog.querySelector<HTMLElement>('input, [role=listbox]')?.focus()
  const gap = 12
  const top = (opener?.getBoundingClientRect().top ?? 0) - 4 * gap
  // Read once, before anything is written: each change of a style would have everything measured again.
  const height = dialog.offsetHeight
  const lowest = window.innerHeight - height - gap
  dialog.style.marginTop = `${Math.max(gap, Math.min(top, lowest))}px`
  // The height stays when a search leaves fewer options.
  dialog.style.height = `${height}px`
}

/** The option that a key moves to; null for a key that moves nowhere: in a search field, some move the caret. */
function nextIndex(
  key: string,
  { at, length, isSearched }: { at: number; length: number; isSearched: boolean },
): number | null {
  if (length === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (at - 1 + length) % length
    case 'PageDown':
      return Math.min(at + 8, length - 1)
    case 'PageUp':
      return Math.max(at - 8, 0)
    case 'Home':
      return isSearched ? null : 0
    case 'End':
      return isSearched ? null : length - 1
    default:
      return null
  }
}

/**
 * First an option whose code was typed, then those with a word that begins with the text, then those that contain it.
 */
function search(options: readonly PickerOption[], typed: string): readonly PickerOption[] {
  const wanted = plain(typed.trim())
  if (wanted === '') return options
  const rank = ({ name, detail = '', value }: PickerOption) => {
    const text = plain(`${name} ${detail} ${value}`)
    if (plain(value) === wanted) return 0
    if (text.startsWith(wanted)) return 1
    if (text.includes(` ${wanted}`)) return 2
    return text.includes(wanted) ? 3 : null
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ option }) => option)
}

/** Small letters without accents, so that `osterreich` finds Österreich. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
