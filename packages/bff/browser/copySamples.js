/** Has each Copy button copy the text that is shown beside it. */
export function copySamples() {
  for (const button of document.querySelectorAll('button.copy'))
    button.addEventListener('click', () => void copy(button))
}

/** @param {Element} button */
async function copy(button) {
  const samples = [...(button.closest('.code')?.querySelectorAll('pre') ?? [])]
  const shown = samples.find((sample) => sample.checkVisibility())
  await navigator.clipboard.writeText(shown?.textContent ?? '')
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
