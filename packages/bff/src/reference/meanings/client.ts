import {
  ChangedPassword,
  ChangePassword,
  CheckedVerification,
  ClientWithPassword,
  PasswordCodeSent,
  RequestPasswordCode,
  ResetPassword,
  SetPassword,
  CheckVerification,
  LoggedInClient,
  LoginClient,
  PartnerClient,
  RegisterClient,
  RegisteredClient,
  UpdateClient,
  UpdatedClient,
  VerificationOfClient,
  VerificationUrl,
} from '@cambio/wire/Client.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { ClientParams, ProviderParams } from '@cambio/wire/routes/partnerClient.ts'
import { EndedSession, OpenedSession, OpenSession } from '@cambio/wire/Session.ts'
import { explain, type Explained } from './explain.ts'
import { METADATA, NOTED } from './order.ts'

const EXTERNAL_ID = 'Your own id of the client.'
const EMAIL = 'The client’s e-mail address. One client of yours is one address, whatever its case.'
const PHONE = 'The client’s phone number, with its country code.'
const EMAIL_VERIFIED = '1 when you have verified the address.'
const PHONE_VERIFIED = '1 when you have verified the phone number.'

/** Where a call comes from. */
const origin = {
  client_ip: 'Your client’s IPv4 or IPv6 address.',
  remote_country: 'The country of client_ip, by two letters of ISO 3166-1.',
}

const person = {
  first_name: 'First name.',
  last_name: 'Last name.',
  gender: 'male or female.',
  country: 'Where the client lives, by two letters of ISO 3166-1.',
}

export const clientMeanings: readonly Explained[] = [
  explain(ClientParams, { client_external_id: EXTERNAL_ID }),
  explain(RegisterClient, {
    metadata: METADATA,
    client_external_id: `${EXTERNAL_ID} Unique among your clients.`,
    email: `${EMAIL} A person who has ordered under it before is the same client.`,
    password: 'What the client logs in with, 8 to 256 characters. Stored only as a hash.',
    phone: PHONE,
    email_verified: `${EMAIL_VERIFIED} 0 if left out.`,
    phone_verified: `${PHONE_VERIFIED} 0 if left out.`,
    ...person,
    birth_date: 'YYYY-MM-DD; a time of day after it is ignored.',
    ...origin,
  }),
  explain(RegisteredClient, { client_external_id: EXTERNAL_ID, is_registered: '1.' }),
  explain(LoginClient, {
    email: `${EMAIL} At most five tries a minute.`,
    password: 'The client’s password.',
    ...origin,
  }),
  explain(ChangePassword, {
    current: 'The current password. At most five tries a minute, including logins.',
    new: 'The new one, 8 to 256 characters.',
  }),
  explain(ChangedPassword, {
    is_changed: '1. All previous sessions and login tokens have ended: log in again.',
  }),
  explain(SetPassword, { password: 'The new one, 8 to 256 characters.' }),
  explain(ClientWithPassword, {
    client_external_id: EXTERNAL_ID,
    is_changed: '1. All previous sessions and login tokens have ended.',
  }),
  explain(RequestPasswordCode, {
    email: 'The e-mail address that the client entered.',
    client_ip: origin.client_ip,
    locale: 'The language of the mail, such as de or en-GB; English if left out or not available.',
  }),
  explain(PasswordCodeSent, {
    is_sent: '1, even if none of your clients has the address and nothing was e-mailed.',
    sandbox_code: 'The code; only in a sandbox.',
  }),
  explain(ResetPassword, {
    email: 'The address that the code was mailed to.',
    code: 'The six-digit code from the e-mail, valid for ten minutes and five tries.',
    password: 'The new one, 8 to 256 characters.',
  }),
  explain(LoggedInClient, {
    ts: 'Opens one session of the client, within 15 minutes, at /api/v2/client/session.',
  }),
  explain(UpdateClient, {
    metadata: `${METADATA} It replaces all previous metadata; {} removes it.`,
    email: `${EMAIL} A new one is unverified unless email_verified says otherwise.`,
    phone: `${PHONE} A new one is unverified unless phone_verified says otherwise.`,
    email_verified: `${EMAIL_VERIFIED} If left out, an unchanged address keeps its mark.`,
    phone_verified: `${PHONE_VERIFIED} If left out, an unchanged number keeps its mark.`,
  }),
  explain(UpdatedClient, { client_external_id: EXTERNAL_ID, is_updated: '1.' }),
  explain(PartnerClient, {
    client_external_id: EXTERNAL_ID,
    external_email: 'The client’s e-mail address, in lower case.',
    external_phone: PHONE,
    external_email_verified: EMAIL_VERIFIED,
    external_phone_verified: PHONE_VERIFIED,
    ...person,
    birth_date: 'YYYY-MM-DD HH:MM:SS.ffffff at midnight, or null.',
    limits: 'The client’s remaining limit.',
    metadata: NOTED,
  }),
  explain(PartnerClient.shape.limits, {
    client_limit_in_EUR:
      'The client’s remaining limit for cards, in EUR, as a JSON number: the cap of its level minus what it has paid in 30 days.',
    verification_level: 'How far the client is verified.',
  }),
  explain(OpenSession, { ts: 'The token of a login. It works once.' }),
  explain(OpenedSession, {
    session: 'Send it as Authorization: Bearer.',
    expires_at: 'When it ends. UTC, YYYY-MM-DD HH:MM:SS.ffffff.',
  }),
  explain(EndedSession, { ended: '1.' }),
  explain(VerificationOfClient, {
    client_external_id: `${EXTERNAL_ID} One of the two is required.`,
    client_email:
      'The e-mail address of any client of yours, registered or not. If sent with client_external_id, both must belong to the same client.',
  }),
  explain(contract.partner.verificationUrl.query, { partner_order_id: 'Your own id of the order.' }),
  explain(VerificationUrl, {
    verification_url: 'Where you send the client. It may be opened for seven days.',
  }),
  explain(ProviderParams, { provider: 'The provider’s name: sandbox in the sandbox.' }),
  explain(CheckVerification, {
    external_id: `${EXTERNAL_ID} The provider’s answer is about this client.`,
    share_token:
      'A provider’s token that shares a verification of this client that you already have. It is used only while the provider does not know the client.',
  }),
  explain(CheckedVerification, {
    client_external_id: EXTERNAL_ID,
    provider: 'The provider that was asked.',
    status_msg: 'Its answer.',
    success: '1.',
  }),
  explain(CheckedVerification.shape.status_msg, {
    verification:
      'none: the client has not started. open: not decided. approved or refused: decided. in_review: the provider approved documents whose name, birth date or country is missing or differs from the client’s details; the level did not change, and the operator decides. unknown: the provider could not be asked.',
  }),
]
