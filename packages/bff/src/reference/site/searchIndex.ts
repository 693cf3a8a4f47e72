import { currencies } from '@cambio/wire/Currency.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { catalogue, type Code } from '@cambio/wire/http/Problem.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import { attemptResults, refundReasons } from '../attemptResults.ts'
import { callbackHeaders } from '../callbackHeaders.ts'
import { fieldsOf, type Field } from '../fields.ts'
import { jsonSchema } from '../jsonSchema.ts'
import { notes } from '../notes.ts'
import { problemAdvice } from '../problemAdvice.ts'
import { statuses, subStatuses } from '../statuses.ts'
import { callAnchor, callTitle } from './callName.ts'
import {
  callChapters,
  chapterPath,
  topicChapters,
  widgetChapter,
  type Call,
  type Chapter,
} from './chapters.ts'

/** A search result and its address. */
export type Found = {
  readonly title: string
  /** Its kind: a page, a call, a problem. */
  readonly kind: string
  readonly href: string
  /** Further words that it is found by. */
  readonly text: string
}

/** Everything that the search can find. */
export function searchIndex(): readonly Found[] {
  const chapters: readonly Chapter[] = [...callChapters, ...Object.values(topicChapters), widgetChapter]
  return [
    ...conventions,
    ...parts,
    ...chapters.map((chapter) => ({
      title: chapter.title,
      kind: 'Page',
      href: chapterPath(chapter),
      text: chapter.about,
    })),
    ...[...callChapters, widgetChapter].flatMap((chapter) =>
      chapter.calls.map((call) => callFound(chapter, call)),
    ),
    ...(Object.keys(catalogue) as readonly Code[]).map((code) => ({
      title: code,
      kind: `Problem ${catalogue[code].status}`,
      href: `${chapterPath(topicChapters.problems)}#${code}`,
      text: `${catalogue[code].title} ${problemAdvice[code]}`,
    })),
    ...named('Status', topicChapters.statuses, 'statuses', statuses),
    ...named('Substatus', topicChapters.statuses, 'substatuses', subStatuses),
    ...named('Attempt', topicChapters.statuses, 'attempts', attemptResults),
    ...named('Refund reason', topicChapters.statuses, 'refund-reasons', refundReasons),
    ...named('Callback header', topicChapters.callbacks, 'callback-headers', callbackHeaders),
    ...named(
      'Currency',
      topicChapters.currencies,
      'currencies',
      Object.fromEntries(currencies.map(({ code, title, network }) => [code, `${title} ${network ?? ''}`])),
    ),
  ]
}

function callFound(chapter: Chapter, { name, route }: Call): Found {
  return {
    title: callTitle(name),
    kind: `${route.method} ${route.path}`,
    href: `${chapterPath(chapter)}#${callAnchor(route)}`,
    text: [route.summary, chapter.title, ...fieldNames(route), ...(notes[name] ?? [])].join(' '),
  }
}

function fieldNames({ params, query, body, answer }: Route): readonly string[] {
  const inputs = [params, query, body].flatMap((part) => (part ? fieldsOf(jsonSchema(part, 'input')) : []))
  return [...new Set([...inputs, ...fieldsOf(jsonSchema(answer, 'output'))].flatMap(namesOf))]
}

function namesOf({ name, fields }: Field): readonly string[] {
  return [name, ...fields.flatMap(namesOf)]
}

function named(
  kind: string,
  chapter: Chapter,
  anchor: string,
  meanings: Readonly<Record<string, string>>,
): readonly Found[] {
  return Object.entries(meanings).map(([title, text]) => ({
    title,
    kind,
    href: `${chapterPath(chapter)}#${anchor}`,
    text,
  }))
}

const conventions: readonly Found[] = [
  [
    'signatures',
    'Signatures',
    'sign API-Key API-Signature API-Timestamp HMAC secret authentication credentials',
  ],
  ['fields', 'Fields', 'empty null unknown field'],
  ['amounts', 'Amounts', 'decimals rounding precision strings numbers'],
  ['retries', 'Retries', 'Idempotency-Key idempotent repeat again replay'],
  ['versions', 'Versions', 'Deprecation Sunset change compatible'],
  ['browsers', 'Browsers', 'CORS origin page'],
  ['limits', 'Rate limits', 'too many requests Retry-After RateLimit 429 velocity'],
].map(([anchor = '', title = '', text = '']) => ({
  title,
  kind: 'Every call',
  href: `${pages.docs}#${anchor}`,
  text,
}))

/** Sections of the pages that are not about a call. */
const parts: readonly Found[] = (
  [
    ['callbacks', 'callbacks', 'When callbacks are sent', 'retry order attempts acknowledge 15 s 410'],
    [
      'callbacks',
      'callback-bodies',
      'Bodies of callbacks',
      'client_order withdrawal_code attempt_declined type',
    ],
    ['statuses', 'declines', 'Decline reasons', 'error_message bank card declined'],
    ['problems', 'problems', 'What a problem says', 'problem json errors pointer detail bounds retry_after'],
    ['testing', 'test-data', 'Test cards', 'sandbox card expiry 4111111111111111 3-D Secure decline'],
    ['testing', 'live', 'What live was tested against', 'providers Sumsub Twilio bank chain'],
  ] as const
).map(([chapter, anchor, title, text]) => ({
  title,
  kind: topicChapters[chapter].title,
  href: `${chapterPath(topicChapters[chapter])}#${anchor}`,
  text,
}))
