import { expect, test } from 'vitest'
import { challengePlace } from './challengePlace.ts'

const page = 'https://exchange.example/w/request'

test.each([
  ['nobody', undefined, page, 'frame'],
  ['the request', 'top', page, 'top'],
  ['the page', undefined, `${page}?challenge=tab`, 'tab'],
  ['both, and the page goes before it', 'top', `${page}?challenge=frame`, 'frame'],
  ['the request, beside a word that means nothing', 'tab', `${page}?challenge=popup`, 'tab'],
])('in a frame, the bank opens where %s asks', (_who, challenge, address, place) => {
  const fixed: Record<string, string> = challenge === undefined ? {} : { challenge }
  expect(challengePlace({ host: { framed: true }, view: { fixed } }, address)).toBe(place)
})

test('a page of its own has no frame to keep to', () => {
  const alone = { host: { framed: false } }
  expect(challengePlace({ ...alone, view: { fixed: { challenge: 'frame' } } }, page)).toBe('top')
  expect(challengePlace({ ...alone, view: { fixed: { challenge: 'tab' } } }, page)).toBe('tab')
})
