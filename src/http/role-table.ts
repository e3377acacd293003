// Which role of a team may call which route: an allow-list. Owners and admins may call every route; a route that is not listed
// here is theirs alone.
import { ROLES, type Role } from '../core/roles.ts';
import type { Route } from './route.ts';

/** Concerns the signed-in user rather than the account, or is harmless. */
const EVERYONE = `
  POST /mcp
  GET /account
  GET /account/retention
  GET /account/members
  GET /account/memberships
  POST /account/switch
  POST /account/leave
  POST /account/invitations/preview
  POST /account/invitations/accept
  GET /payments/balance
  GET /payments/prices
  GET /usage
  GET /customers
  GET /customers/:id
  GET /runs
  GET /runs/:id`;

/** Reads the account's content and configuration. */
const READING = `
  GET /account/keys
  GET /account/answer-cache
  GET /requests
  GET /requests/settings
  GET /requests/:id
  GET /chat/completions
  GET /chat/completions/:id
  GET /chat/completions/:id/messages
  GET /conversations/:id
  GET /conversations/:id/items
  GET /conversations/:id/items/:item_id
  GET /responses/:id
  GET /responses/:id/input_items
  GET /v1beta/models
  GET /v1beta/models/:model
  GET /api/tags
  GET /api/ps
  POST /api/show
  GET /api/version
  GET /chat/conversations
  GET /chat/conversations/:id
  GET /chat/conversations/:id/branches
  GET /models
  GET /models/:id
  GET /chat/models
  GET /code/languages
  GET /music/voices
  GET /music/voices/:id/preview
  GET /music/genres
  GET /music/status/:job_id
  GET /music/library
  GET /music/:id
  GET /image/models
  GET /video
  GET /video/:id
  GET /videos
  GET /videos/:id
  GET /videos/:id/content
  GET /audio/voices
  GET /files
  GET /files/:id
  GET /files/:id/content
  POST /verify
  GET /builder/projects
  GET /builder/projects/:id
  GET /builder/projects/:id/versions
  GET /builder/projects/:id/files
  GET /builder/projects/:id/diff
  GET /builder/projects/:id/download
  GET /builder/projects/:id/bundle
  GET /builder/projects/:id/messages
  GET /builder/projects/:id/data
  GET /builder/projects/:id/publication
  GET /builder/projects/:id/variables
  GET /library
  GET /library/tags
  GET /library/zip
  GET /library/:id
  GET /vector_stores
  GET /vector_stores/:id
  GET /vector_stores/:id/files
  GET /vector_stores/:id/files/:file_id
  GET /vector_stores/:id/files/:file_id/content
  GET /vector_stores/:id/file_batches/:batch_id
  GET /vector_stores/:id/file_batches/:batch_id/files
  GET /batches
  GET /batches/:id
  GET /jobs
  GET /jobs/:id
  GET /jobs/:id/events
  GET /webhooks
  GET /webhooks/events
  GET /webhooks/:id
  GET /webhooks/:id/deliveries`;

/** Generates content and connects programs. A developer changes, rotates and revokes only their own keys. */
const MAKING = `
  POST /account/keys
  PATCH /account/keys/:id
  DELETE /account/keys/:id
  POST /account/keys/:id/rotate
  POST /chat/completions
  POST /chat/stream
  POST /chat/completions/:id
  DELETE /chat/completions/:id
  POST /conversations
  POST /conversations/:id
  DELETE /conversations/:id
  POST /conversations/:id/items
  DELETE /conversations/:id/items/:item_id
  POST /responses
  POST /responses/input_tokens
  POST /responses/compact
  DELETE /responses/:id
  POST /responses/:id/cancel
  POST /messages
  POST /messages/count_tokens
  POST /completions
  POST /embeddings
  POST /rerank
  POST /v2/rerank
  POST /v2/chat
  POST /embed
  POST /v2/embed
  POST /moderations
  POST /v1beta/models/:model::generateContent
  POST /v1beta/models/:model::streamGenerateContent
  POST /v1beta/models/:model::countTokens
  POST /v1beta/models/:model::embedContent
  POST /v1beta/models/:model::batchEmbedContents
  POST /api/chat
  POST /api/generate
  POST /api/embed
  POST /api/embeddings
  POST /api/pull
  POST /api/push
  POST /api/create
  POST /api/copy
  DELETE /api/delete
  DELETE /chat/conversations/:id
  PATCH /chat/conversations/:id
  POST /chat/conversations/:id/branches
  POST /code/generate
  POST /code/complete
  POST /code/refactor
  POST /code/explain
  POST /code/run
  POST /music/generate
  POST /music/master
  DELETE /music/:id
  POST /image/generate
  POST /image/edit
  POST /image/upscale
  POST /images/generations
  POST /images/edits
  POST /images/variations
  POST /video/generate
  DELETE /video/:id
  POST /videos
  DELETE /videos/:id
  POST /videos/:id/remix
  POST /audio/speech
  POST /audio/transcriptions
  POST /audio/translations
  POST /files
  POST /uploads
  POST /uploads/:id/parts
  POST /uploads/:id/complete
  POST /uploads/:id/cancel
  DELETE /files/:id
  POST /builder/build
  POST /builder/chat
  DELETE /builder/projects/:id
  POST /builder/projects/:id/revert
  PUT /builder/projects/:id/files
  PUT /builder/projects/:id/data
  DELETE /builder/projects/:id/data
  PUT /builder/projects/:id/variables/:name
  DELETE /builder/projects/:id/variables/:name
  POST /builder/projects/:id/shares
  GET /builder/projects/:id/shares
  DELETE /builder/projects/:id/shares/:share
  PUT /builder/projects/:id/publication
  POST /library/tags
  POST /library/delete
  PATCH /library/:id
  GET /library/:id/shares
  POST /library/:id/shares
  DELETE /library/:id/shares/:share
  POST /builder/projects/:id/push
  PUT /customers/:id
  PATCH /runs/:id
  POST /runs/:id/close
  POST /vector_stores
  POST /vector_stores/:id
  DELETE /vector_stores/:id
  POST /vector_stores/:id/search
  POST /vector_stores/:id/files
  POST /vector_stores/:id/files/:file_id
  DELETE /vector_stores/:id/files/:file_id
  POST /vector_stores/:id/file_batches
  POST /vector_stores/:id/file_batches/:batch_id/cancel
  POST /batches
  POST /batches/:id/cancel
  POST /jobs/:id/cancel
  POST /webhooks
  PATCH /webhooks/:id
  DELETE /webhooks/:id
  POST /webhooks/:id/rotate-secret
  GET /webhooks/:id/secret
  POST /webhooks/:id/test
  POST /webhooks/:id/deliveries/:delivery_id/replay`;

/** Buys credits and plans, and reads what was bought. */
const PAYING = `
  GET /payments/transactions
  GET /payments/transactions/export
  GET /payments/ledger-proof
  POST /payments/checkout
  GET /payments/checkout/:id
  POST /payments/redeem
  GET /payments/subscription
  POST /payments/subscription/cancel
  POST /payments/subscription/change
  GET /payments/receipts
  GET /payments/receipts/:id
  GET /payments/settings
  PATCH /payments/settings
  GET /payments/details
  PATCH /payments/details
  GET /payments/cards
  POST /payments/cards
  DELETE /payments/cards/:id
  POST /payments/portal`;

const ALLOWED: Record<Role, ReadonlySet<string> | 'all'> = {
  owner: 'all',
  admin: 'all',
  developer: routesOf(EVERYONE, READING, MAKING),
  billing: routesOf(EVERYONE, PAYING),
  viewer: routesOf(EVERYONE, READING),
};

export function mayCall(role: Role, route: Pick<Route, 'method' | 'prefix' | 'path'>): boolean {
  const allowed = ALLOWED[role];
  return allowed === 'all' || allowed.has(`${route.method} ${route.prefix === '/v1' ? '' : route.prefix}${route.path}`);
}

/** For the documentation. */
export function rolesFor(route: Pick<Route, 'method' | 'prefix' | 'path'>): Role[] {
  return ROLES.filter((role) => mayCall(role, route));
}

function routesOf(...blocks: string[]): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => block.trim().split('\n')).map((line) => line.trim()));
}
