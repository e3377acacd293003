// Which method of the client library stands for which operation of the API.
import type { Atelier, CallOptions, Operations } from '@atelier/client';

// The suites send right and wrong bodies alike: what is checked here is the service, through the library.
// biome-ignore lint/suspicious/noExplicitAny: the bodies of tests are wrong on purpose at times.
type Loose = any;

export interface ClientCall {
  params: Record<string, string>;
  query: Loose;
  body: Loose;
  options: CallOptions;
}

type Method = (client: Atelier, call: ClientCall) => Promise<unknown>;
type Stream = (client: Atelier, call: ClientCall) => AsyncIterable<unknown>;

export const STREAMS: Partial<Record<keyof Operations, Stream>> = {
  'POST /chat/completions': (client, { body, options }) => client.chat.stream(body, options),
  'POST /chat/stream': (client, { body, options }) => client.chat.stream(body, options),
  'POST /completions': (client, { body, options }) => client.completions.stream(body, options),
  'POST /code/generate': (client, { body, options }) => client.code.stream('generate', body, options),
  'POST /code/complete': (client, { body, options }) => client.code.stream('complete', body, options),
  'POST /code/refactor': (client, { body, options }) => client.code.stream('refactor', body, options),
  'POST /code/explain': (client, { body, options }) => client.code.stream('explain', body, options),
  'POST /builder/chat': (client, { body, options }) => client.builder.chatStream(body, options),
};

const id = ({ params }: ClientCall) => params.id ?? '';

export const METHODS: Partial<Record<keyof Operations, Method>> = {
  'POST /chat/completions': (client, { body, options }) => client.chat.complete(body, options),
  'GET /chat/models': (client, { options }) => client.chat.models(options),
  'GET /chat/conversations': (client, { query, options }) => client.chat.conversations.list(query, options).firstPage(),
  'GET /chat/conversations/{id}': (client, call) => client.chat.conversations.get(id(call), call.options),
  'DELETE /chat/conversations/{id}': (client, call) => client.chat.conversations.delete(id(call), call.options),
  'PATCH /chat/conversations/{id}': (client, call) =>
    client.chat.conversations.rename(id(call), call.body.title, call.options),
  'GET /chat/conversations/{id}/branches': (client, call) => client.chat.conversations.branches(id(call), call.options),
  'POST /chat/conversations/{id}/branches': (client, call) =>
    client.chat.conversations.branch(id(call), call.body.messages, call.options),
  'POST /completions': (client, { body, options }) => client.completions.create(body, options),
  'POST /embeddings': (client, { body, options }) => client.embeddings.create(body, options),
  'POST /messages': (client, { body, options }) => client.messages.create(body, options),
  'POST /messages/count_tokens': (client, { body, options }) => client.messages.countTokens(body, options),
  'GET /chat/completions': (client, { query, options }) => client.chat.stored.list(query, options),
  'GET /chat/completions/{id}': (client, call) => client.chat.stored.get(id(call), call.options),
  'GET /chat/completions/{id}/messages': (client, call) =>
    client.chat.stored.messages(id(call), call.query, call.options),
  'POST /chat/completions/{id}': (client, call) => client.chat.stored.label(id(call), call.body.metadata, call.options),
  'DELETE /chat/completions/{id}': (client, call) => client.chat.stored.delete(id(call), call.options),
  'POST /conversations': (client, { body, options }) => client.conversations.create(body, options),
  'GET /conversations/{id}': (client, call) => client.conversations.get(id(call), call.options),
  'POST /conversations/{id}': (client, call) => client.conversations.label(id(call), call.body.metadata, call.options),
  'DELETE /conversations/{id}': (client, call) => client.conversations.delete(id(call), call.options),
  'POST /conversations/{id}/items': (client, call) => client.conversations.add(id(call), call.body.items, call.options),
  'GET /conversations/{id}/items': (client, call) => client.conversations.items(id(call), call.query, call.options),
  'GET /conversations/{id}/items/{item_id}': (client, call) =>
    client.conversations.item(id(call), call.params.item_id ?? '', call.options),
  'DELETE /conversations/{id}/items/{item_id}': (client, call) =>
    client.conversations.deleteItem(id(call), call.params.item_id ?? '', call.options),
  'POST /responses': (client, { body, options }) => client.responses.create(body, options),
  'POST /responses/input_tokens': (client, { body, options }) => client.responses.countInput(body, options),
  'GET /responses/{id}': (client, call) => client.responses.get(id(call), call.options),
  'DELETE /responses/{id}': (client, call) => client.responses.delete(id(call), call.options),
  'GET /responses/{id}/input_items': (client, call) => client.responses.inputItems(id(call), call.query, call.options),
  'POST /rerank': (client, { body, options }) => client.rerank.create(body, options),
  'POST /moderations': (client, { body, options }) => client.moderations.create(body, options),
  'GET /models': (client, { options }) => client.models.list(options),
  'GET /models/{id}': (client, call) => client.models.get(id(call), call.options),
  'POST /code/generate': (client, { body, options }) => client.code.generate(body, options),
  'POST /code/complete': (client, { body, options }) => client.code.complete(body, options),
  'POST /code/refactor': (client, { body, options }) => client.code.refactor(body, options),
  'POST /code/explain': (client, { body, options }) => client.code.explain(body, options),
  'POST /code/run': (client, { body, options }) => client.code.run(body, options),
  'GET /code/languages': (client, { options }) => client.code.languages(options),
  'POST /music/generate': (client, { body, options }) => client.music.generate(body, options),
  'POST /music/master': (client, { body, options }) => client.music.master(body, options),
  'GET /music/voices': (client, { options }) => client.music.voices(options),
  'GET /music/voices/{id}/preview': (client, call) => client.music.voicePreview(id(call), call.options),
  'GET /music/genres': (client, { options }) => client.music.genres(options),
  'GET /music/status/{job_id}': (client, { params, options }) => client.music.status(params.job_id ?? '', options),
  'GET /music/library': (client, { query, options }) => client.music.library(query, options).firstPage(),
  'GET /music/{id}': (client, call) => client.music.get(id(call), call.options),
  'DELETE /music/{id}': (client, call) => client.music.delete(id(call), call.options),
  'POST /audio/speech': (client, { body, options }) => client.audio.speech(body, options),
  'POST /audio/transcriptions': (client, { body, options }) => client.audio.transcribe(body, options),
  'POST /audio/translations': (client, { body, options }) => client.audio.translate(body, options),
  'GET /audio/voices': (client, { options }) => client.audio.voices(options),
  'POST /image/generate': (client, { body, options }) => client.image.generate(body, options),
  'POST /image/edit': (client, { body, options }) => client.image.edit(body, options),
  'POST /image/upscale': (client, { body, options }) => client.image.upscale(body, options),
  'GET /image/models': (client, { options }) => client.image.models(options),
  'POST /video/generate': (client, { body, options }) => client.video.generate(body, options),
  'GET /video': (client, { query, options }) => client.video.list(query, options).firstPage(),
  'GET /video/{id}': (client, call) => client.video.get(id(call), call.options),
  'DELETE /video/{id}': (client, call) => client.video.delete(id(call), call.options),
  'POST /videos': (client, { body, options }) => client.videos.create(body, options),
  'GET /videos': (client, { query, options }) => client.videos.list(query, options),
  'GET /videos/{id}': (client, call) => client.videos.get(id(call), call.options),
  'GET /videos/{id}/content': (client, call) => client.videos.content(id(call), call.query, call.options),
  'DELETE /videos/{id}': (client, call) => client.videos.delete(id(call), call.options),
  'POST /vector_stores': (client, { body, options }) => client.vectorStores.create(body, options),
  'GET /vector_stores': (client, { query, options }) => client.vectorStores.list(query, options).firstPage(),
  'GET /vector_stores/{id}': (client, call) => client.vectorStores.get(id(call), call.options),
  'POST /vector_stores/{id}': (client, call) => client.vectorStores.update(id(call), call.body, call.options),
  'DELETE /vector_stores/{id}': (client, call) => client.vectorStores.delete(id(call), call.options),
  'POST /vector_stores/{id}/search': (client, call) => client.vectorStores.search(id(call), call.body, call.options),
  'POST /vector_stores/{id}/files': (client, call) => client.vectorStores.files.add(id(call), call.body, call.options),
  'GET /vector_stores/{id}/files': (client, call) =>
    client.vectorStores.files.list(id(call), call.query, call.options).firstPage(),
  'GET /vector_stores/{id}/files/{file_id}': (client, call) =>
    client.vectorStores.files.get(id(call), call.params.file_id ?? '', call.options),
  'POST /vector_stores/{id}/files/{file_id}': (client, call) =>
    client.vectorStores.files.update(id(call), call.params.file_id ?? '', call.body, call.options),
  'DELETE /vector_stores/{id}/files/{file_id}': (client, call) =>
    client.vectorStores.files.remove(id(call), call.params.file_id ?? '', call.options),
  'GET /vector_stores/{id}/files/{file_id}/content': (client, call) =>
    client.vectorStores.files.content(id(call), call.params.file_id ?? '', call.query, call.options),
  'POST /vector_stores/{id}/file_batches': (client, call) =>
    client.vectorStores.batches.create(id(call), call.body, call.options),
  'GET /vector_stores/{id}/file_batches/{batch_id}': (client, call) =>
    client.vectorStores.batches.get(id(call), call.params.batch_id ?? '', call.options),
  'POST /vector_stores/{id}/file_batches/{batch_id}/cancel': (client, call) =>
    client.vectorStores.batches.cancel(id(call), call.params.batch_id ?? '', call.options),
  'GET /vector_stores/{id}/file_batches/{batch_id}/files': (client, call) =>
    client.vectorStores.batches.files(id(call), call.params.batch_id ?? '', call.query, call.options).firstPage(),
  'POST /batches': (client, { body, options }) => client.batches.create(body, options),
  'GET /batches': (client, { query, options }) => client.batches.list(query, options).firstPage(),
  'GET /batches/{id}': (client, call) => client.batches.get(id(call), call.options),
  'POST /batches/{id}/cancel': (client, call) => client.batches.cancel(id(call), call.options),
  'GET /files': (client, { query, options }) => client.files.list(query, options).firstPage(),
  'POST /verify': (client, { body, options }) => client.files.verify(body.file, options),
  'GET /files/{id}': (client, call) => client.files.get(id(call), call.options),
  'GET /files/{id}/content': (client, call) => client.files.content(id(call), call.options),
  'DELETE /files/{id}': (client, call) => client.files.delete(id(call), call.options),
  'POST /uploads': (client, { body, options }) => client.uploads.create(body, options),
  'POST /uploads/{id}/complete': (client, call) => client.uploads.complete(id(call), call.body, call.options),
  'POST /uploads/{id}/cancel': (client, call) => client.uploads.cancel(id(call), call.options),
  'GET /library': (client, { query, options }) => client.library.list(query, options).firstPage(),
  'GET /library/tags': (client, call) => client.library.tags(call.options),
  'GET /library/zip': (client, call) => client.library.zip((call.query?.ids ?? '').split(','), call.options),
  'POST /library/tags': (client, call) => client.library.tag(call.body, call.options),
  'POST /library/delete': (client, call) => client.library.delete(call.body.ids, call.options),
  'GET /library/{id}': (client, call) => client.library.get(id(call), call.options),
  'PATCH /library/{id}': (client, call) => client.library.update(id(call), call.body, call.options),
  'GET /library/{id}/shares': (client, call) => client.library.shares.list(id(call), call.options),
  'POST /library/{id}/shares': (client, call) => client.library.shares.create(id(call), call.body, call.options),
  'DELETE /library/{id}/shares/{share}': (client, call) =>
    client.library.shares.revoke(id(call), call.params.share ?? '', call.options),
  'POST /builder/build': (client, { body, options }) => client.builder.build(body, options),
  'POST /builder/chat': (client, { body, options }) => client.builder.chat(body, options),
  'GET /builder/projects': (client, { query, options }) => client.builder.projects.list(query, options).firstPage(),
  'GET /builder/projects/{id}': (client, call) => client.builder.projects.get(id(call), call.options),
  'DELETE /builder/projects/{id}': (client, call) => client.builder.projects.delete(id(call), call.options),
  'GET /builder/projects/{id}/versions': (client, call) => client.builder.projects.versions(id(call), call.options),
  'GET /builder/projects/{id}/files': (client, call) =>
    client.builder.projects.files(id(call), call.query, call.options),
  'GET /builder/projects/{id}/diff': (client, call) => client.builder.projects.diff(id(call), call.query, call.options),
  'POST /builder/projects/{id}/revert': (client, call) =>
    client.builder.projects.revert(id(call), call.body, call.options),
  'GET /builder/projects/{id}/download': (client, call) =>
    client.builder.projects.download(id(call), call.query, call.options),
  'GET /builder/projects/{id}/bundle': (client, call) => client.builder.projects.bundle(id(call), call.options),
  'PUT /builder/projects/{id}/files': (client, call) => client.builder.projects.save(id(call), call.body, call.options),
  'GET /builder/projects/{id}/messages': (client, call) =>
    client.builder.projects.messages(id(call), call.query, call.options),
  'GET /builder/projects/{id}/data': (client, call) => client.builder.projects.data(id(call), call.options),
  'PUT /builder/projects/{id}/data': (client, call) =>
    client.builder.projects.importData(id(call), call.body, call.options),
  'POST /builder/projects/{id}/push': (client, call) => client.builder.projects.push(id(call), call.body, call.options),
  'GET /builder/projects/{id}/variables': (client, call) =>
    client.builder.projects.variables.list(id(call), call.options),
  'PUT /builder/projects/{id}/variables/{name}': (client, call) =>
    client.builder.projects.variables.set(id(call), { name: call.params.name ?? '', ...call.body }, call.options),
  'DELETE /builder/projects/{id}/variables/{name}': (client, call) =>
    client.builder.projects.variables.delete(id(call), call.params.name ?? '', call.options),
  'DELETE /builder/projects/{id}/data': (client, call) => client.builder.projects.deleteData(id(call), call.options),
  'GET /builder/projects/{id}/publication': (client, call) =>
    client.builder.projects.publication(id(call), call.options),
  'PUT /builder/projects/{id}/publication': (client, call) =>
    client.builder.projects.publish(id(call), call.body, call.options),
  'GET /builder/projects/{id}/shares': (client, call) => client.builder.projects.shares.list(id(call), call.options),
  'POST /builder/projects/{id}/shares': (client, call) =>
    client.builder.projects.shares.create(id(call), call.body, call.options),
  'DELETE /builder/projects/{id}/shares/{share}': (client, call) =>
    client.builder.projects.shares.revoke(id(call), call.params.share ?? '', call.options),
  'GET /jobs': (client, { query, options }) => client.jobs.list(query, options).firstPage(),
  'GET /jobs/{id}': (client, call) => client.jobs.get(id(call), call.options),
  'POST /jobs/{id}/cancel': (client, call) => client.jobs.cancel(id(call), call.options),
  'GET /webhooks': (client, { options }) => client.webhooks.list(options),
  'POST /webhooks': (client, { body, options }) => client.webhooks.create(body, options),
  'GET /webhooks/{id}': (client, call) => client.webhooks.get(id(call), call.options),
  'PATCH /webhooks/{id}': (client, call) => client.webhooks.update(id(call), call.body, call.options),
  'DELETE /webhooks/{id}': (client, call) => client.webhooks.delete(id(call), call.options),
  'GET /webhooks/{id}/secret': (client, call) => client.webhooks.secret(id(call), call.options),
  'POST /webhooks/{id}/rotate-secret': (client, call) =>
    client.webhooks.rotateSecret(id(call), call.body, call.options),
  'POST /webhooks/{id}/test': (client, call) => client.webhooks.test(id(call), call.body, call.options),
  'GET /webhooks/{id}/deliveries': (client, call) =>
    client.webhooks.deliveries(id(call), call.query, call.options).firstPage(),
  'POST /webhooks/{id}/deliveries/{delivery_id}/replay': (client, call) =>
    client.webhooks.replay(id(call), call.params.delivery_id ?? '', call.options),
  'GET /account': (client, { options }) => client.account.get(options),
  'GET /account/retention': (client, { options }) => client.account.retention(options),
  'GET /account/answer-cache': (client, { options }) => client.account.answerCache.get(options),
  'DELETE /account/answer-cache': (client, { query, options }) => client.account.answerCache.empty(query, options),
  'PATCH /account': (client, { body, options }) => client.account.update(body, options),
  'GET /account/export': (client, { query, options }) => client.account.export(query, options),
  'GET /account/deletion': (client, { options }) => client.account.deletion(options),
  'POST /account/deletion': (client, { body, options }) => client.account.delete(body, options),
  'DELETE /account/deletion': (client, { options }) => client.account.keep(options),
  'POST /account/handover': (client, { body, options }) => client.account.handOver(body, options),
  'GET /account/keys': (client, { options }) => client.keys.list(options),
  'POST /account/keys': (client, { body, options }) => client.keys.create(body, options),
  'PATCH /account/keys/{id}': (client, call) => client.keys.update(id(call), call.body, call.options),
  'DELETE /account/keys/{id}': (client, call) => client.keys.revoke(id(call), call.options),
  'POST /account/keys/{id}/rotate': (client, call) => client.keys.rotate(id(call), call.body, call.options),
  'GET /account/members': (client, { options }) => client.team.members(options),
  'PATCH /account/members/{id}': (client, call) => client.team.updateMember(id(call), call.body, call.options),
  'DELETE /account/members/{id}': (client, call) => client.team.removeMember(id(call), call.options),
  'GET /account/log': (client, { query, options }) => client.team.log(query, options).firstPage(),
  'GET /account/invitations': (client, { options }) => client.team.invitations(options),
  'POST /account/invitations': (client, { body, options }) => client.team.invite(body, options),
  'DELETE /account/invitations/{id}': (client, call) => client.team.revokeInvitation(id(call), call.options),
  'POST /account/invitations/preview': (client, { body, options }) =>
    client.team.previewInvitation(body.token, options),
  'POST /account/invitations/accept': (client, { body, options }) => client.team.acceptInvitation(body.token, options),
  'GET /account/memberships': (client, { options }) => client.team.memberships(options),
  'POST /account/switch': (client, { body, options }) => client.team.switchTo(body.account_id, options),
  'POST /account/leave': (client, { body, options }) => client.team.leave(body.account_id, options),
  'GET /usage': (client, { query, options }) => client.usage.get(query, options),
  'GET /account/alerts': (client, { options }) => client.alerts.get(options),
  'PATCH /account/alerts': (client, { body, options }) => client.alerts.update(body, options),
  'GET /customers': (client, { query, options }) => client.customers.list(query, options).firstPage(),
  'GET /customers/{id}': (client, call) => client.customers.get(id(call), call.options),
  'PUT /customers/{id}': (client, call) => client.customers.setCaps(id(call), call.body, call.options),
  'GET /runs': (client, { query, options }) => client.runs.list(query, options).firstPage(),
  'GET /runs/{id}': (client, call) => client.runs.get(id(call), call.query, call.options),
  'PATCH /runs/{id}': (client, call) => client.runs.setBudget(id(call), call.body.budget, call.options),
  'POST /runs/{id}/close': (client, call) => client.runs.close(id(call), call.options),
  'GET /requests': (client, { query, options }) => client.requests.list(query, options).firstPage(),
  'GET /requests/settings': (client, { options }) => client.requests.settings(options),
  'PATCH /requests/settings': (client, { body, options }) => client.requests.updateSettings(body, options),
  'GET /requests/{id}': (client, call) => client.requests.get(id(call), call.options),
  'GET /payments/balance': (client, { options }) => client.payments.balance(options),
  'GET /payments/transactions': (client, { query, options }) =>
    client.payments.transactions(query, options).firstPage(),
  'GET /payments/transactions/export': (client, { query, options }) =>
    client.payments.exportTransactions(query, options),
  'GET /payments/ledger-proof': (client, { query, options }) => client.payments.ledgerProof(query, options),
  'GET /payments/prices': (client, { options }) => client.payments.prices(options),
  'POST /payments/checkout': (client, { body, options }) => client.payments.checkout(body, options),
  'GET /payments/checkout/{id}': (client, call) => client.payments.getCheckout(id(call), call.options),
  'POST /payments/redeem': (client, { body, options }) => client.payments.redeem(body.code, options),
  'GET /payments/subscription': (client, { options }) => client.payments.subscription(options),
  'POST /payments/subscription/cancel': (client, { body, options }) =>
    client.payments.cancelSubscription(body, options),
  'POST /payments/subscription/change': (client, { body, options }) =>
    client.payments.changeSubscription(body, options),
  'GET /payments/receipts': (client, { query, options }) => client.payments.receipts(query, options).firstPage(),
  'GET /payments/receipts/{id}': (client, call) => client.payments.receipt(id(call), call.options),
  'GET /payments/referral': (client, { options }) => client.payments.referral(options),
  'POST /payments/referral': (client, { body, options }) => client.payments.acceptReferral(body.code, options),
  'GET /payments/details': (client, { options }) => client.payments.details(options),
  'PATCH /payments/details': (client, { body, options }) => client.payments.updateDetails(body, options),
  'GET /payments/cards': (client, { options }) => client.payments.cards.list(options),
  'POST /payments/cards': (client, { body, options }) => client.payments.cards.add(body, options),
  'DELETE /payments/cards/{id}': (client, call) => client.payments.cards.remove(id(call), call.options),
  'POST /payments/portal': (client, { body, options }) => client.payments.portal(body, options),
  'GET /payments/settings': (client, { options }) => client.payments.settings(options),
  'PATCH /payments/settings': (client, { body, options }) => client.payments.updateSettings(body, options),
  'GET /operator/accounts': (client, { query, options }) => client.operator.accounts.list(query, options).firstPage(),
  'GET /operator/accounts/{id}': (client, call) => client.operator.accounts.get(id(call), call.options),
  'POST /operator/accounts/{id}/plan': (client, call) =>
    client.operator.accounts.changePlan(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/price-factor': (client, call) =>
    client.operator.accounts.changePriceFactor(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/price-factor/revert': (client, call) =>
    client.operator.accounts.revertPriceFactor(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/credits': (client, call) =>
    client.operator.accounts.credits(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/suspend': (client, call) =>
    client.operator.accounts.suspend(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/unsuspend': (client, call) =>
    client.operator.accounts.unsuspend(id(call), call.body, call.options),
  'GET /operator/accounts/{id}/deletion': (client, call) => client.operator.accounts.deletion(id(call), call.options),
  'POST /operator/accounts/{id}/deletion': (client, call) =>
    client.operator.accounts.delete(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/deletion/undo': (client, call) =>
    client.operator.accounts.keep(id(call), call.body, call.options),
  'POST /operator/accounts/{id}/export': (client, call) =>
    client.operator.accounts.export(id(call), call.body, call.options),
  'POST /operator/answer-cache/empty': (client, { body, options }) => client.operator.emptyAnswerCache(body, options),
  'POST /operator/invites': (client, { body, options }) => client.operator.invite(body, options),
  'GET /operator/coupons': (client, { query, options }) => client.operator.coupons.list(query, options).firstPage(),
  'POST /operator/coupons': (client, { body, options }) => client.operator.coupons.create(body, options),
  'POST /operator/coupons/{id}/disable': (client, call) =>
    client.operator.coupons.disable(id(call), call.body, call.options),
  'GET /operator/referrals': (client, { query, options }) => client.operator.referrals.list(query, options).firstPage(),
  'POST /operator/referrals/{id}/revoke': (client, call) =>
    client.operator.referrals.revoke(id(call), call.body, call.options),
  'GET /operator/codes': (client, { query, options }) => client.operator.codes.list(query, options).firstPage(),
  'POST /operator/codes': (client, { body, options }) => client.operator.codes.create(body, options),
  'POST /operator/codes/{id}/revoke': (client, call) => client.operator.codes.revoke(id(call), call.body, call.options),
  'GET /operator/audit': (client, { query, options }) => client.operator.audit(query, options).firstPage(),
  'GET /operator/engines': (client, { options }) => client.operator.engines(options),
  'GET /operator/prices': (client, { options }) => client.operator.prices(options),
  'GET /operator/models': (client, { options }) => client.operator.models.list(options),
  'GET /operator/models/recommendation': (client, { options }) => client.operator.models.recommendation(options),
  'POST /operator/models/{id}/use': (client, call) => client.operator.models.use(id(call), call.body, call.options),
  'POST /operator/models/{id}/verify': (client, call) =>
    client.operator.models.verify(id(call), call.body, call.options),
  'POST /operator/models/{id}/pull': (client, call) => client.operator.models.pull(id(call), call.body, call.options),
  'POST /operator/models/{id}/remove': (client, call) =>
    client.operator.models.remove(id(call), call.body, call.options),
  'GET /operator/local-servers': (client, { options }) => client.operator.localServers.list(options),
  'POST /operator/local-servers/{id}/connect': (client, call) =>
    client.operator.localServers.connect(id(call), call.body, call.options),
  'POST /operator/local-servers/{id}/disconnect': (client, call) =>
    client.operator.localServers.disconnect(id(call), call.body, call.options),
  'GET /operator/upstreams': (client, { options }) => client.operator.upstreams.list(options),
  'POST /operator/upstreams': (client, { body, options }) => client.operator.upstreams.create(body, options),
  'PUT /operator/upstreams/{id}': (client, call) => client.operator.upstreams.change(id(call), call.body, call.options),
  'POST /operator/upstreams/{id}/remove': (client, call) =>
    client.operator.upstreams.remove(id(call), call.body, call.options),
  'POST /operator/upstreams/{id}/try': (client, call) =>
    client.operator.upstreams.try(id(call), call.body, call.options),
  'GET /operator/settings/changes': (client, { query, options }) =>
    client.operator.settingChanges.list(query, options).firstPage(),
  'POST /operator/settings/changes/{id}/revert': (client, call) =>
    client.operator.settingChanges.revert(id(call), call.body, call.options),
  'GET /operator/requests': (client, { query, options }) => client.operator.requests(query, options).firstPage(),
  'GET /operator/data-protection': (client, { query, options }) => client.operator.dataProtection.get(query, options),
  'GET /operator/data-protection/agreement': (client, { query, options }) =>
    client.operator.dataProtection.agreement(query, options),
  'GET /operator/books': (client, { query, options }) => client.operator.books.get(query, options),
  'GET /operator/books/export': (client, { query, options }) => client.operator.books.export(query, options),
  'GET /operator/usage': (client, { query, options }) => client.operator.usage(query, options),
  'GET /operator/settings': (client, { options }) => client.operator.settings.get(options),
  'PUT /operator/settings/{id}': (client, call) => client.operator.settings.change(id(call), call.body, call.options),
  'GET /operator/queue': (client, { options }) => client.operator.queue(options),
  'GET /operator/jobs': (client, { query, options }) => client.operator.jobs.list(query, options).firstPage(),
  'POST /operator/jobs/{id}/cancel': (client, call) => client.operator.jobs.cancel(id(call), call.body, call.options),
  'GET /operator/endpoints': (client, { query, options }) => client.operator.endpoints(query, options).firstPage(),
  'GET /operator/deliveries': (client, { query, options }) =>
    client.operator.deliveries.list(query, options).firstPage(),
  'POST /operator/deliveries/{id}/replay': (client, call) =>
    client.operator.deliveries.replay(id(call), call.body, call.options),
};
