/** Our own parts that send notices, in lower-case letters alone. Each has a handler that follows them. */
export type OwnNoticeSource = 'card' | 'chain' | 'operator'

/** Who sends notices: a part of ours, or a provider under its name. */
export type NoticeSource = string

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
export type Followed = 'answered' | 'unanswered' | 'unknown_reference'

/** Asks a source what is true of a reference, and lets it change what is ours. */
export type FollowNotice = (reference: string) => Promise<Followed>

/** Where notices are kept until somebody has asked about them. Many about one thing are one. */
export type Inbox = { file(notice: Notice): Promise<void> }
