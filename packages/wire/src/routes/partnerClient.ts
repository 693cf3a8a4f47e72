import * as z from 'zod/mini'
import {
  ChangedPassword,
  ClientWithPassword,
  PasswordCodeSent,
  RequestPasswordCode,
  ResetPassword,
  SetPassword,
  CheckedVerification,
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
} from '../Client.ts'
import { PartnerId } from '../http/field.ts'
import { route } from '../http/route.ts'
import { SendMessage, SentMessage } from '../partner/Message.ts'

export const ProviderParams = z.object({ provider: z.string() })
export const ClientParams = z.object({ client_external_id: PartnerId })

const update = {
  path: '/api/v2/partner/client/{client_external_id}/update',
  caller: 'partner',
  summary:
    'Changes a client’s e-mail address or phone; a changed one is unverified unless it says otherwise. A new address ends the client’s sessions, login tokens and mailed codes; its orders follow it',
  params: ClientParams,
  body: UpdateClient,
  answer: UpdatedClient,
  refusals: ['client_unknown', 'email_taken'],
  idempotent: true,
} as const

/** A partner's own clients, version 2. */
export const partnerClient = {
  register: route({
    method: 'POST',
    path: '/api/v2/partner/client/register',
    caller: 'partner',
    summary: 'Registers a client of the partner',
    body: RegisterClient,
    answer: RegisteredClient,
    refusals: ['client_external_id_taken', 'email_taken', 'country_forbidden'],
    idempotent: true,
  }),
  login: route({
    method: 'POST',
    path: '/api/v2/partner/client/login',
    caller: 'partner',
    summary: 'Exchanges a client’s password for a token that opens one session',
    body: LoginClient,
    answer: LoggedInClient,
    refusals: ['login_invalid', 'country_forbidden'],
  }),
  update: route({ method: 'PATCH', ...update }),
  updateByPost: route({ method: 'POST', ...update }),
  setPassword: route({
    method: 'POST',
    path: '/api/v2/partner/client/{client_external_id}/password',
    caller: 'partner',
    summary: 'Sets a new password for a client, and ends all its sessions and login tokens',
    params: ClientParams,
    body: SetPassword,
    answer: ClientWithPassword,
    refusals: ['client_unknown', 'unavailable'],
    idempotent: true,
  }),
  passwordCode: route({
    method: 'POST',
    path: '/api/v2/partner/client/password/code',
    caller: 'partner',
    summary: 'E-mails a code for a new password, if the address belongs to a registered client',
    body: RequestPasswordCode,
    answer: PasswordCodeSent,
    refusals: ['unavailable'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/v2/partner/client/password/reset',
    caller: 'partner',
    summary: 'Sets a client’s password with the e-mailed code, and ends all its sessions and login tokens',
    body: ResetPassword,
    answer: ChangedPassword,
    refusals: ['code_invalid', 'unavailable'],
  }),
  info: route({
    method: 'POST',
    path: '/api/v2/partner/client/{client_external_id}',
    caller: 'partner',
    summary: 'A client, with its level and its remaining limit',
    params: ClientParams,
    answer: PartnerClient,
    refusals: ['client_unknown'],
  }),
  verificationUrl: route({
    method: 'GET',
    path: '/api/v2/partner/client/verification_url',
    caller: 'partner',
    summary: 'The page where a client completes the next verification level',
    query: VerificationOfClient,
    answer: VerificationUrl,
    refusals: ['field_required', 'client_unknown'],
  }),
  sendMessage: route({
    method: 'POST',
    path: '/api/v2/partner/client/send_msg',
    caller: 'partner',
    summary: 'Sends a text or a WhatsApp template to a client’s phone',
    body: SendMessage,
    answer: SentMessage,
    refusals: ['fields_incompatible', 'channel_unavailable', 'country_forbidden'],
    idempotent: true,
  }),
  checkVerification: route({
    method: 'POST',
    path: '/api/v2/partner/client/verification/{provider}',
    caller: 'partner',
    summary:
      'Asks the verification provider for a client’s status, and applies an approval of the client’s own documents',
    params: ProviderParams,
    body: CheckVerification,
    answer: CheckedVerification,
    refusals: [
      'provider_unknown',
      'client_unknown',
      'share_token_invalid',
      'rate_unavailable',
      'unavailable',
    ],
  }),
} as const
