/** Our own parts that send notices, in lower-case letters alone. Each has a handler that follows them. */
export type OwnNoticeSource = 'card' | 'chain' | 'operator'

/** Who sends notices: a part of ours, or a provider under its name. */
export type NoticeSource = string

/**
 * A source says that something changed. It moves nothing by itself: its handler asks the source for the facts. Notices
 * may arrive twice, late, in any order or never.
 */
export type Notice = {
  readonly source: NoticeSource
  /** What changed, by the name that the source and we both know it by. */
  readonly reference: string
}

/**
 * The result of following a notice. `unanswered` is to be asked again; `unknown_reference` names nothing that we know.
 */
export type Followed = 'answered' | 'unanswered' | 'unknown_reference'

/** Asks a source what is true of a reference, and lets it change what is ours. */
export type FollowNotice = (reference: string) => Promise<Followed>

/** Where notices are kept until somebody has asked about them. Many about one thing are one. */
export type Inbox = { file(notice: Notice): Promise<void> }
