/**
 * Who sends notices, in lower-case letters alone. Each has a rule of its own by which they are known to be its, and a
 * handler that follows them.
 */
export type NoticeSource = 'card' | 'chain' | 'operator' | 'sumsub'

/**
 * That a source has news of something. It moves nothing by itself: whoever follows it asks the source what is true.
 * Notices may come twice, late, in any order or never.
 */
export type Notice = {
  readonly source: NoticeSource
  /** What there is news of, by the name that the source and we both know it by. */
  readonly reference: string
}

/** What came of following a notice. `unanswered` is to be asked again; `stray` names what nobody here knows. */
export type Followed = 'answered' | 'unanswered' | 'stray'

/** Asks a source what is true of a reference, and lets it change what is ours. */
export type FollowNotice = (reference: string) => Promise<Followed>

/** Where notices are kept until somebody has asked about them. Many about one thing are one. */
export type Inbox = { file(notice: Notice): Promise<void> }
