/** Our own parts that send notices, in lower-case letters only. Each has a handler that follows them. */
export type OwnNoticeSource = 'card' | 'chain' | 'operator'

/** The sender of notices: a part of ours, or a provider by its name. */
export type NoticeSource = string

/**
 * A source's message that something changed. It changes nothing by itself: its handler asks the source for the facts.
 * Notices may arrive twice, late, in any order or never.
 */
export type Notice = {
  readonly source: NoticeSource
  /** What changed, under an id that both the source and we know. */
  readonly reference: string
}

/** The result of following a notice: ask again after `unanswered`; `unknown_reference` names nothing that we know. */
export type Followed = 'answered' | 'unanswered' | 'unknown_reference'

/** Asks a source for the facts about a reference, and applies them. */
export type FollowNotice = (reference: string) => Promise<Followed>

/** Keeps notices until they are followed. Several with one reference count as one. */
export type Inbox = { file(notice: Notice): Promise<void> }
