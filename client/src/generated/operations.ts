// Generated from the OpenAPI document by `npm run generate`; do not edit.
import type * as Schemas from './schemas.ts';

export interface Operations {
  /** Read the account */
  'GET /account': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Account;
  };
  /** Change the name or the attribution setting */
  'PATCH /account': {
    params: undefined;
    query: undefined;
    body: Schemas.PatchAccountBody;
    reply: Schemas.Account;
  };
  /** Read at which thresholds of budgets you are told */
  'GET /account/alerts': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.AlertSettings;
  };
  /** Change at which thresholds of budgets you are told */
  'PATCH /account/alerts': {
    params: undefined;
    query: undefined;
    body: Schemas.PatchAccountAlertsBody;
    reply: Schemas.AlertSettings;
  };
  /** Empty the answer cache */
  'DELETE /account/answer-cache': {
    params: undefined;
    query: {
      /** Only answers of this model */
      model?: string | undefined;
    };
    body: undefined;
    reply: Schemas.EmptiedAnswerCache;
  };
  /** Read what the answer cache holds */
  'GET /account/answer-cache': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.AnswerCache;
  };
  /** Keep the account: withdraw the request to delete it */
  'DELETE /account/deletion': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.AccountDeletion;
  };
  /** Read whether the account is to be deleted */
  'GET /account/deletion': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.AccountDeletion;
  };
  /** Delete the account after a waiting period */
  'POST /account/deletion': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountDeletionBody;
    reply: Schemas.AccountDeletion;
  };
  /** Download everything of the account as one zip file */
  'GET /account/export': {
    params: undefined;
    query: {
      /** Files beyond the first 2 GB come in further parts; the index of each says how many there are */
      part?: number | undefined;
    };
    body: undefined;
    reply: unknown;
  };
  /** Hand the account over to another owner */
  'POST /account/handover': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountHandoverBody;
    reply: Schemas.AccountHandover;
  };
  /** List the open invitations */
  'GET /account/invitations': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.InvitationList;
  };
  /** Invite somebody to the account */
  'POST /account/invitations': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountInvitationsBody;
    reply: Schemas.Invitation;
  };
  /** Accept an invitation */
  'POST /account/invitations/accept': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountInvitationsAcceptBody;
    reply: Schemas.Membership;
  };
  /** Read an invitation before accepting it */
  'POST /account/invitations/preview': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountInvitationsPreviewBody;
    reply: Schemas.InvitationPreview;
  };
  /** Revoke an invitation */
  'DELETE /account/invitations/{id}': {
    params: {
      /** Id of an invitation, not its token */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedMember;
  };
  /** List the keys */
  'GET /account/keys': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.KeyList;
  };
  /** Create a key; only this response contains its secret */
  'POST /account/keys': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountKeysBody;
    reply: Schemas.Key;
  };
  /** Revoke a key */
  'DELETE /account/keys/{id}': {
    params: {
      /** Id of a key, not its secret */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedKey;
  };
  /** Change a key */
  'PATCH /account/keys/{id}': {
    params: {
      /** Id of a key, not its secret */
      id: string;
    };
    query: undefined;
    body: Schemas.PatchAccountKeysByIdBody;
    reply: Schemas.Key;
  };
  /** Give a key a new secret */
  'POST /account/keys/{id}/rotate': {
    params: {
      /** Id of a key, not its secret */
      id: string;
    };
    query: undefined;
    body: Schemas.PostAccountKeysByIdRotateBody;
    reply: Schemas.Key;
  };
  /** Leave the account */
  'POST /account/leave': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountLeaveBody;
    reply: Schemas.DeletedMember;
  };
  /** Read the log of the account */
  'GET /account/log': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only entries of this action */
      action?: Schemas.LogAction | undefined;
    };
    body: undefined;
    reply: Schemas.LogList;
  };
  /** List the members of the account */
  'GET /account/members': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.MemberList;
  };
  /** Remove a member */
  'DELETE /account/members/{id}': {
    params: {
      /** Id of a member */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedMember;
  };
  /** Change the role or the cap of a member */
  'PATCH /account/members/{id}': {
    params: {
      /** Id of a member */
      id: string;
    };
    query: undefined;
    body: Schemas.PatchAccountMembersByIdBody;
    reply: Schemas.Member;
  };
  /** List the accounts that you are a member of */
  'GET /account/memberships': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.MembershipList;
  };
  /** Read how long content is kept */
  'GET /account/retention': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.AccountRetention;
  };
  /** Let the session act for another account */
  'POST /account/switch': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAccountSwitchBody;
    reply: Schemas.MembershipList;
  };
  /** Answer a chat, in the form of Ollama's API */
  'POST /api/chat': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiChatBody;
    reply: Schemas.OllamaChatReply;
  };
  /** Copy a model: refused, because the operator manages the models */
  'POST /api/copy': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiCopyBody;
    reply: Schemas.PostApiCopyReply;
  };
  /** Create a model: refused, because the operator manages the models */
  'POST /api/create': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiCreateBody;
    reply: Schemas.PostApiCreateReply;
  };
  /** Delete a model: refused, because the operator manages the models */
  'DELETE /api/delete': {
    params: undefined;
    query: undefined;
    body: Schemas.DeleteApiDeleteBody;
    reply: Schemas.DeleteApiDeleteReply;
  };
  /** Turn texts into vectors, in the form of Ollama's API */
  'POST /api/embed': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiEmbedBody;
    reply: Schemas.PostApiEmbedReply;
  };
  /** Turn a text into a vector, in the older form of Ollama's API */
  'POST /api/embeddings': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiEmbeddingsBody;
    reply: Schemas.PostApiEmbeddingsReply;
  };
  /** Answer a prompt, in the form of Ollama's API */
  'POST /api/generate': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiGenerateBody;
    reply: Schemas.PostApiGenerateReply;
  };
  /** List the models that answer at once, in the form of Ollama's API */
  'GET /api/ps': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.OllamaModels;
  };
  /** Pull a model: refused, because the operator manages the models */
  'POST /api/pull': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiPullBody;
    reply: Schemas.PostApiPullReply;
  };
  /** Push a model: refused, because the operator manages the models */
  'POST /api/push': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiPushBody;
    reply: Schemas.PostApiPushReply;
  };
  /** Describe a model, in the form of Ollama's API */
  'POST /api/show': {
    params: undefined;
    query: undefined;
    body: Schemas.PostApiShowBody;
    reply: Schemas.PostApiShowReply;
  };
  /** List the models, in the form of Ollama's API */
  'GET /api/tags': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.OllamaModels;
  };
  /** The version of this service, in the form of Ollama's API */
  'GET /api/version': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.GetApiVersionReply;
  };
  /** Speak a text; the audio is sent while it is spoken */
  'POST /audio/speech': {
    params: undefined;
    query: undefined;
    body: Schemas.PostAudioSpeechBody;
    reply: unknown;
  };
  /** Transcribe a recording, as a whole or as a stream */
  'POST /audio/transcriptions': {
    params: undefined;
    query: undefined;
    body: {
      /** The file */
      file: string;
      /** One of GET /models; the first that is ready when absent */
      model?: string | undefined;
      /** Names and spellings that may occur; the last 223 tokens count */
      prompt?: string | undefined;
      /** json when absent */
      response_format?: 'json' | 'text' | 'srt' | 'vtt' | 'verbose_json' | undefined;
      /** 0 if absent; raised only where the words make no sense */
      temperature?: number | undefined;
      /** ISO 639-1; detected when absent */
      language?: string | undefined;
      /** For verbose_json; segment when absent */
      timestamp_granularities?: ('word' | 'segment')[] | 'word' | 'segment' | undefined;
      /** Events transcript.text.delta and transcript.text.done; with json or text */
      stream?: boolean | undefined;
    };
    reply: Schemas.PostAudioTranscriptionsReply;
  };
  /** Transcribe a recording and translate it into English */
  'POST /audio/translations': {
    params: undefined;
    query: undefined;
    body: {
      /** The file */
      file: string;
      /** One of GET /models; the first that is ready when absent */
      model?: string | undefined;
      /** Names and spellings that may occur; the last 223 tokens count */
      prompt?: string | undefined;
      /** json when absent */
      response_format?: 'json' | 'text' | 'srt' | 'vtt' | 'verbose_json' | undefined;
      /** 0 if absent; raised only where the words make no sense */
      temperature?: number | undefined;
    };
    reply: Schemas.PostAudioTranslationsReply;
  };
  /** List the voices of this machine, each with OpenAI's names for it */
  'GET /audio/voices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.GetAudioVoicesReply;
  };
  /** List batches, newest first */
  'GET /batches': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** The last id of the previous page */
      after?: string | undefined;
      /** next_cursor of the previous page; the same */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.BatchList;
  };
  /** Run the requests of an uploaded file within a day, at a lower price */
  'POST /batches': {
    params: undefined;
    query: undefined;
    body: Schemas.PostBatchesBody;
    reply: Schemas.Batch;
  };
  /** Get a batch: its status, its counts and the files with its results */
  'GET /batches/{id}': {
    params: {
      /** Id of a batch */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Batch;
  };
  /** Cancel a batch: running lines are finished, the others get an error and cost nothing */
  'POST /batches/{id}/cancel': {
    params: {
      /** Id of a batch */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Batch;
  };
  /** Build an application from a prompt, or change a project */
  'POST /builder/build': {
    params: undefined;
    query: undefined;
    body: Schemas.PostBuilderBuildBody;
    reply: Schemas.Build;
  };
  /** Chat about a project: ask questions, make changes or get them proposed */
  'POST /builder/chat': {
    params: undefined;
    query: undefined;
    body: Schemas.PostBuilderChatBody;
    reply: Schemas.BuilderMessage;
  };
  /** List projects, newest first */
  'GET /builder/projects': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.ProjectList;
  };
  /** Delete a project with all its versions and its preview */
  'DELETE /builder/projects/{id}': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedProject;
  };
  /** Get a project with its latest version */
  'GET /builder/projects/{id}': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Project;
  };
  /** Download the whole history as a git bundle, for git clone */
  'GET /builder/projects/{id}/bundle': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: unknown;
  };
  /** Delete the data of an application */
  'DELETE /builder/projects/{id}/data': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedProjectData;
  };
  /** Export the data of an application */
  'GET /builder/projects/{id}/data': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ProjectData;
  };
  /** Import the data of an application */
  'PUT /builder/projects/{id}/data': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: Schemas.PutBuilderProjectsByIdDataBody;
    reply: Schemas.ProjectData;
  };
  /** Get the changes between two versions as a unified diff */
  'GET /builder/projects/{id}/diff': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: {
      /** The older version; default: the one before to */
      from?: number | undefined;
      /** The newer version; default: the latest */
      to?: number | undefined;
    };
    body: undefined;
    reply: Schemas.ProjectDiff;
  };
  /** Download the files of a version as a zip archive */
  'GET /builder/projects/{id}/download': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: {
      /** A version number; default: the latest */
      version?: number | undefined;
    };
    body: undefined;
    reply: unknown;
  };
  /** Get the files of a version (default: the latest) */
  'GET /builder/projects/{id}/files': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: {
      /** A version number; default: the latest */
      version?: number | undefined;
    };
    body: undefined;
    reply: Schemas.AppFileList;
  };
  /** Save edited files as a new version */
  'PUT /builder/projects/{id}/files': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: Schemas.PutBuilderProjectsByIdFilesBody;
    reply: Schemas.ProjectSave;
  };
  /** List what was said about a project, newest first */
  'GET /builder/projects/{id}/messages': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.ProjectMessageList;
  };
  /** Get where a project is published */
  'GET /builder/projects/{id}/publication': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ProjectPublication;
  };
  /** Publish a project, or take it offline */
  'PUT /builder/projects/{id}/publication': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: Schemas.PutBuilderProjectsByIdPublicationBody;
    reply: Schemas.ProjectPublication;
  };
  /** Push a project to a Git remote */
  'POST /builder/projects/{id}/push': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: Schemas.PostBuilderProjectsByIdPushBody;
    reply: Schemas.ProjectPush;
  };
  /** Restore an earlier version as the newest one */
  'POST /builder/projects/{id}/revert': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: Schemas.PostBuilderProjectsByIdRevertBody;
    reply: Schemas.Project;
  };
  /** List the share links of a project */
  'GET /builder/projects/{id}/shares': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ProjectShareList;
  };
  /** Create a share link */
  'POST /builder/projects/{id}/shares': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: Schemas.PostBuilderProjectsByIdSharesBody;
    reply: Schemas.ProjectShare;
  };
  /** Revoke a share link */
  'DELETE /builder/projects/{id}/shares/{share}': {
    params: {
      /** Id of a project */
      id: string;
      /** Id of a share link */
      share: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedProjectShare;
  };
  /** List the environment variables of a project */
  'GET /builder/projects/{id}/variables': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ProjectVariableList;
  };
  /** Delete an environment variable of a project */
  'DELETE /builder/projects/{id}/variables/{name}': {
    params: {
      /** Id of a project */
      id: string;
      /** Its name: capital letters, digits and underscores, such as VITE_TITLE */
      name: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedProjectVariable;
  };
  /** Set an environment variable of a project */
  'PUT /builder/projects/{id}/variables/{name}': {
    params: {
      /** Id of a project */
      id: string;
      /** Its name: capital letters, digits and underscores, such as VITE_TITLE */
      name: string;
    };
    query: undefined;
    body: Schemas.PutBuilderProjectsByIdVariablesByNameBody;
    reply: Schemas.ProjectVariable;
  };
  /** List the versions of a project, newest first */
  'GET /builder/projects/{id}/versions': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ProjectVersionList;
  };
  /** List stored completions, oldest first */
  'GET /chat/completions': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** By the time of creation; default asc */
      order?: 'asc' | 'desc' | undefined;
      /** last_id of the previous page */
      after?: string | undefined;
      /** Only completions of this model */
      model?: string | undefined;
    };
    body: undefined;
    reply: Schemas.StoredCompletionList;
  };
  /** Answer a chat, as a whole or as a stream */
  'POST /chat/completions': {
    params: undefined;
    query: undefined;
    body: Schemas.ChatRequest;
    reply: Schemas.ChatCompletion;
  };
  /** Delete a stored completion */
  'DELETE /chat/completions/{id}': {
    params: {
      /** Id of a stored completion */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedCompletion;
  };
  /** Read a stored completion */
  'GET /chat/completions/{id}': {
    params: {
      /** Id of a stored completion */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.StoredCompletion;
  };
  /** Change the metadata of a stored completion */
  'POST /chat/completions/{id}': {
    params: {
      /** Id of a stored completion */
      id: string;
    };
    query: undefined;
    body: Schemas.CompletionLabels;
    reply: Schemas.StoredCompletion;
  };
  /** List the messages that a stored completion answered */
  'GET /chat/completions/{id}/messages': {
    params: {
      /** Id of a stored completion */
      id: string;
    };
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** By the place in the chat; default asc */
      order?: 'asc' | 'desc' | undefined;
      /** last_id of the previous page */
      after?: string | undefined;
    };
    body: undefined;
    reply: Schemas.StoredMessageList;
  };
  /** List conversations, most recently used first */
  'GET /chat/conversations': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only conversations with this text in the title or a message, among the 1,000 used last and up to 16 MB of their text */
      q?: string | undefined;
    };
    body: undefined;
    reply: Schemas.ConversationList;
  };
  /** Delete a conversation */
  'DELETE /chat/conversations/{id}': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedConversation;
  };
  /** Get a conversation, its messages and its summaries */
  'GET /chat/conversations/{id}': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: {
      /** next_cursor of the previous page of messages */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.Conversation;
  };
  /** Rename a conversation */
  'PATCH /chat/conversations/{id}': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: Schemas.PatchChatConversationsByIdBody;
    reply: Schemas.ConversationSummary;
  };
  /** List a conversation and its branches */
  'GET /chat/conversations/{id}/branches': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ConversationList;
  };
  /** Branch a conversation */
  'POST /chat/conversations/{id}/branches': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: Schemas.PostChatConversationsByIdBranchesBody;
    reply: Schemas.ConversationSummary;
  };
  /** List the chat models */
  'GET /chat/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.ModelList;
  };
  /** Answer a chat, always as a stream */
  'POST /chat/stream': {
    params: undefined;
    query: undefined;
    body: Schemas.ChatRequest;
    reply: Schemas.ChatCompletion;
  };
  /** Complete code at its end or at a cursor */
  'POST /code/complete': {
    params: undefined;
    query: undefined;
    body: Schemas.PostCodeCompleteBody;
    reply: Schemas.CodeAnswer;
  };
  /** Explain code */
  'POST /code/explain': {
    params: undefined;
    query: undefined;
    body: Schemas.PostCodeExplainBody;
    reply: Schemas.CodeAnswer;
  };
  /** Write code from a prompt */
  'POST /code/generate': {
    params: undefined;
    query: undefined;
    body: Schemas.PostCodeGenerateBody;
    reply: Schemas.CodeAnswer;
  };
  /** List the programming languages */
  'GET /code/languages': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.LanguageList;
  };
  /** Rewrite code towards a goal, with a unified diff */
  'POST /code/refactor': {
    params: undefined;
    query: undefined;
    body: Schemas.PostCodeRefactorBody;
    reply: Schemas.CodeAnswer;
  };
  /** Run a program */
  'POST /code/run': {
    params: undefined;
    query: undefined;
    body: Schemas.PostCodeRunBody;
    reply: Schemas.CodeRun;
  };
  /** Complete a text */
  'POST /completions': {
    params: undefined;
    query: undefined;
    body: Schemas.CompletionRequest;
    reply: Schemas.Completion;
  };
  /** Begin a conversation, in the form of OpenAI's Conversations API */
  'POST /conversations': {
    params: undefined;
    query: undefined;
    body: Schemas.NewConversation;
    reply: Schemas.OpenConversation;
  };
  /** Delete a conversation with its items */
  'DELETE /conversations/{id}': {
    params: {
      /** Id of a conversation */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedConversation;
  };
  /** Read a conversation */
  'GET /conversations/{id}': {
    params: {
      /** Id of a conversation */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.OpenConversation;
  };
  /** Change the metadata of a conversation */
  'POST /conversations/{id}': {
    params: {
      /** Id of a conversation */
      id: string;
    };
    query: undefined;
    body: Schemas.ConversationLabels;
    reply: Schemas.OpenConversation;
  };
  /** List the items of a conversation, newest first */
  'GET /conversations/{id}/items': {
    params: {
      /** Id of a conversation */
      id: string;
    };
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** By their place; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** last_id of the previous page */
      after?: string | undefined;
    };
    body: undefined;
    reply: Schemas.ConversationItemList;
  };
  /** Add items to a conversation */
  'POST /conversations/{id}/items': {
    params: {
      /** Id of a conversation */
      id: string;
    };
    query: undefined;
    body: Schemas.NewConversationItems;
    reply: Schemas.ConversationItemList;
  };
  /** Delete an item of a conversation */
  'DELETE /conversations/{id}/items/{item_id}': {
    params: {
      /** Id of a conversation */
      id: string;
      /** Id of an item */
      item_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.OpenConversation;
  };
  /** Read an item of a conversation */
  'GET /conversations/{id}/items/{item_id}': {
    params: {
      /** Id of a conversation */
      id: string;
      /** Id of an item */
      item_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.ConversationItem;
  };
  /** List end customers */
  'GET /customers': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only customers whose ids begin with this, in small or capital letters */
      q?: string | undefined;
      /** id (default), or spent_this_month: who has spent most comes first */
      sort?: Schemas.CustomerSort | undefined;
    };
    body: undefined;
    reply: Schemas.GetCustomersReply;
  };
  /** Get an end customer */
  'GET /customers/{id}': {
    params: {
      /** The customer as your calls name them, percent-encoded */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Customer;
  };
  /** Set the caps of an end customer */
  'PUT /customers/{id}': {
    params: {
      /** The customer as your calls name them, percent-encoded */
      id: string;
    };
    query: undefined;
    body: Schemas.PutCustomersByIdBody;
    reply: Schemas.Customer;
  };
  /** Vectors of texts in the form of Cohere's API */
  'POST /embed': {
    params: undefined;
    query: undefined;
    body: Schemas.CohereEmbedRequest;
    reply: Schemas.CohereEmbedReply;
  };
  /** Turn texts into vectors */
  'POST /embeddings': {
    params: undefined;
    query: undefined;
    body: Schemas.EmbeddingRequest;
    reply: Schemas.EmbeddingList;
  };
  /** List uploads and the results of batches, newest first */
  'GET /files': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** The same, as OpenAI names it */
      after?: string | undefined;
      /** By the time of creation; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** Only files of this purpose */
      purpose?: 'user_data' | 'vision' | 'assistants' | 'batch' | 'batch_output' | undefined;
    };
    body: undefined;
    reply: Schemas.FileList;
  };
  /** Upload a file (multipart field "file"): an image, audio or video file or a document for other calls, or the JSON lines of a batch */
  'POST /files': {
    params: undefined;
    query: undefined;
    body: {
      /** batch: JSON lines for POST /batches. vision: images. All others are for images, audio, videos and documents. Default user_data */
      purpose?: 'user_data' | 'vision' | 'assistants' | 'batch' | undefined;
      /** Removes the file earlier than the retention of this service does */
      expires_after?: {
        /** From when: the creation of the file */
        anchor: 'created_at';
        /** How long */
        seconds: number;
      } | undefined;
      /** The file */
      file: string;
    };
    reply: Schemas.File;
  };
  /** Delete a file */
  'DELETE /files/{id}': {
    params: {
      /** Id of a file */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedFile;
  };
  /** Get a file: its size, type, name and URL */
  'GET /files/{id}': {
    params: {
      /** Id of a file */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.File;
  };
  /** Download a file */
  'GET /files/{id}/content': {
    params: {
      /** Id of a file */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: unknown;
  };
  /** Edit an image, by operation or by words */
  'POST /image/edit': {
    params: undefined;
    query: undefined;
    body: Schemas.PostImageEditBody;
    reply: Schemas.ImageAnswer;
  };
  /** Generate one to four images from a prompt */
  'POST /image/generate': {
    params: undefined;
    query: undefined;
    body: Schemas.PostImageGenerateBody;
    reply: Schemas.ImageAnswer;
  };
  /** List image models: what they can do, cost, and whether they are ready */
  'GET /image/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.ImageModelList;
  };
  /** Enlarge an image 2 or 4 times */
  'POST /image/upscale': {
    params: undefined;
    query: undefined;
    body: Schemas.PostImageUpscaleBody;
    reply: Schemas.ImageAnswer;
  };
  /** Edit an image, in the shape of the OpenAI API */
  'POST /images/edits': {
    params: undefined;
    query: undefined;
    body: Schemas.PostImagesEditsBody;
    reply: Schemas.OpenAiImages;
  };
  /** Generate images, in the shape of the OpenAI API */
  'POST /images/generations': {
    params: undefined;
    query: undefined;
    body: Schemas.PostImagesGenerationsBody;
    reply: Schemas.OpenAiImages;
  };
  /** Make a variation of an image, in the shape of the OpenAI API */
  'POST /images/variations': {
    params: undefined;
    query: undefined;
    body: Schemas.PostImagesVariationsBody;
    reply: Schemas.OpenAiImages;
  };
  /** List jobs, newest first */
  'GET /jobs': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only jobs in this state */
      status?: Schemas.JobStatus | undefined;
      /** Only jobs of this module */
      service?: 'music' | 'video' | 'image' | 'builder' | 'batch' | 'vectors' | 'chat' | undefined;
    };
    body: undefined;
    reply: Schemas.JobList;
  };
  /** Get a job, with its result once it is completed */
  'GET /jobs/{id}': {
    params: {
      /** Id of a job */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Job;
  };
  /** Cancel a job */
  'POST /jobs/{id}/cancel': {
    params: {
      /** Id of a job */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Job;
  };
  /** Stream the progress of a job (server-sent events; resumable with Last-Event-ID) */
  'GET /jobs/{id}/events': {
    params: {
      /** Id of a job */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Job;
  };
  /** List everything that was made, newest first */
  'GET /library': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Text to find in the title or the prompt */
      q?: string | undefined;
      /** Only items of this kind */
      kind?: 'image' | 'song' | 'video' | 'build' | undefined;
      /** Only items with this tag */
      tag?: string | undefined;
      /** true: only items that have a valid share link */
      shared?: boolean | undefined;
    };
    body: undefined;
    reply: Schemas.LibraryItemList;
  };
  /** Delete items with their files */
  'POST /library/delete': {
    params: undefined;
    query: undefined;
    body: Schemas.PostLibraryDeleteBody;
    reply: Schemas.LibraryChange;
  };
  /** List the tags in use */
  'GET /library/tags': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.LibraryTagList;
  };
  /** Add tags to items, or remove them */
  'POST /library/tags': {
    params: undefined;
    query: undefined;
    body: Schemas.PostLibraryTagsBody;
    reply: Schemas.LibraryChange;
  };
  /** Download several items as one zip file */
  'GET /library/zip': {
    params: undefined;
    query: {
      /** Ids of up to 100 items, separated by commas */
      ids: string;
    };
    body: undefined;
    reply: unknown;
  };
  /** Get one item */
  'GET /library/{id}': {
    params: {
      /** Id of an item of the library */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.LibraryItem;
  };
  /** Change the title or the tags of an item */
  'PATCH /library/{id}': {
    params: {
      /** Id of an item of the library */
      id: string;
    };
    query: undefined;
    body: Schemas.PatchLibraryByIdBody;
    reply: Schemas.LibraryItem;
  };
  /** List the share links of an item */
  'GET /library/{id}/shares': {
    params: {
      /** Id of an item of the library */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.LibraryShareList;
  };
  /** Make a link that shows an item to others */
  'POST /library/{id}/shares': {
    params: {
      /** Id of an item of the library */
      id: string;
    };
    query: undefined;
    body: Schemas.PostLibraryByIdSharesBody;
    reply: Schemas.LibraryShare;
  };
  /** Revoke a share link */
  'DELETE /library/{id}/shares/{share}': {
    params: {
      /** Id of an item of the library */
      id: string;
      /** Id of a share link */
      share: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedLibraryShare;
  };
  /** Call tools by the Model Context Protocol */
  'POST /mcp': {
    params: undefined;
    query: undefined;
    body: Schemas.PostMcpBody;
    reply: Schemas.PostMcpReply;
  };
  /** Answer a chat in the form of Anthropic's Messages API */
  'POST /messages': {
    params: undefined;
    query: undefined;
    body: Schemas.PostMessagesBody;
    reply: Schemas.PostMessagesReply;
  };
  /** Count the tokens of a prompt without answering it, free of charge */
  'POST /messages/count_tokens': {
    params: undefined;
    query: undefined;
    body: Schemas.PostMessagesCountTokensBody;
    reply: Schemas.PostMessagesCountTokensReply;
  };
  /** All models */
  'GET /models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.ModelList;
  };
  /** One model */
  'GET /models/{id}': {
    params: {
      /** An id or an alias of GET /models */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Model;
  };
  /** Turn contents into vectors, in the form of the Gemini API */
  'POST /models/{model}:batchEmbedContents': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.PostModelsByModelBatchEmbedContentsBody;
    reply: Schemas.PostModelsByModelBatchEmbedContentsReply;
  };
  /** Count the tokens of contents, in the form of the Gemini API */
  'POST /models/{model}:countTokens': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.PostModelsByModelCountTokensBody;
    reply: Schemas.PostModelsByModelCountTokensReply;
  };
  /** Turn a content into a vector, in the form of the Gemini API */
  'POST /models/{model}:embedContent': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.GeminiEmbedRequest;
    reply: Schemas.PostModelsByModelEmbedContentReply;
  };
  /** Answer contents, in the form of the Gemini API */
  'POST /models/{model}:generateContent': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.GeminiRequest;
    reply: Schemas.GeminiReply;
  };
  /** Answer contents as a stream, in the form of the Gemini API */
  'POST /models/{model}:streamGenerateContent': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
      /** `sse`: server-sent events; otherwise one JSON list */
      alt?: 'sse' | 'json' | undefined;
    };
    body: Schemas.GeminiRequest;
    reply: Schemas.GeminiReply;
  };
  /** Classify texts and images by what is harmful in them */
  'POST /moderations': {
    params: undefined;
    query: undefined;
    body: Schemas.PostModerationsBody;
    reply: Schemas.PostModerationsReply;
  };
  /** Start a song */
  'POST /music/generate': {
    params: undefined;
    query: undefined;
    body: Schemas.PostMusicGenerateBody;
    reply: Schemas.MusicJob;
  };
  /** List the genres */
  'GET /music/genres': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.GenreList;
  };
  /** List tracks, newest first */
  'GET /music/library': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only this genre */
      genre?: string | undefined;
      /** Words of the title, prompt or lyrics */
      q?: string | undefined;
    };
    body: undefined;
    reply: Schemas.TrackList;
  };
  /** Master a track, uploaded or made here */
  'POST /music/master': {
    params: undefined;
    query: undefined;
    body: Schemas.PostMusicMasterBody;
    reply: Schemas.MusicJob;
  };
  /** Get the progress of a song */
  'GET /music/status/{job_id}': {
    params: {
      /** The id that POST /music/generate returned */
      job_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.MusicJob;
  };
  /** List the singing voices */
  'GET /music/voices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.VoiceList;
  };
  /** Listen to a voice singing a line (MP3) */
  'GET /music/voices/{id}/preview': {
    params: {
      /** Id of a song */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: unknown;
  };
  /** Delete a track and all of its files */
  'DELETE /music/{id}': {
    params: {
      /** Id of a song */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedTrack;
  };
  /** Get a song: its job and, once completed, the track */
  'GET /music/{id}': {
    params: {
      /** Id of a song */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.MusicJob;
  };
  /** List accounts, newest first */
  'GET /operator/accounts': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** The beginning of an email address or a name, or a whole account id */
      q?: string | undefined;
      /** Only accounts on this plan */
      plan?: string | undefined;
      /** Only accounts in this state */
      status?: 'active' | 'suspended' | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorAccountsReply;
  };
  /** Get an account: balances, usage, keys, jobs */
  'GET /operator/accounts/{id}': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.OperatorAccount;
  };
  /** Give or take credits */
  'POST /operator/accounts/{id}/credits': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.PostOperatorAccountsByIdCreditsBody;
    reply: Schemas.Adjustment;
  };
  /** Read whether an account is deleted */
  'GET /operator/accounts/{id}/deletion': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.OperatorDeletion;
  };
  /** Delete an account for the person who asked for it */
  'POST /operator/accounts/{id}/deletion': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.PostOperatorAccountsByIdDeletionBody;
    reply: Schemas.OperatorDeletion;
  };
  /** Keep an account that was to be deleted */
  'POST /operator/accounts/{id}/deletion/undo': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorDeletion;
  };
  /** Download everything of an account for the person who asks for it */
  'POST /operator/accounts/{id}/export': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.PostOperatorAccountsByIdExportBody;
    reply: unknown;
  };
  /** Give an account a plan */
  'POST /operator/accounts/{id}/plan': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.PostOperatorAccountsByIdPlanBody;
    reply: Schemas.OperatorAccount;
  };
  /** Set an account's own price factor */
  'POST /operator/accounts/{id}/price-factor': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.PostOperatorAccountsByIdPriceFactorBody;
    reply: Schemas.OperatorAccount;
  };
  /** Put back the account's earlier price factor */
  'POST /operator/accounts/{id}/price-factor/revert': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorAccount;
  };
  /** Suspend an account: its keys and sessions get 403, its jobs are cancelled */
  'POST /operator/accounts/{id}/suspend': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorAccount;
  };
  /** Reactivate a suspended account */
  'POST /operator/accounts/{id}/unsuspend': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorAccount;
  };
  /** Empty the answer cache of all accounts */
  'POST /operator/answer-cache/empty': {
    params: undefined;
    query: undefined;
    body: Schemas.EmptyAnswerCache;
    reply: Schemas.OperatorAnswerCache;
  };
  /** List operator actions, newest first */
  'GET /operator/audit': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only this action */
      action?: 'account.plan' | 'account.credits' | 'account.price_factor' | 'account.suspend' | 'account.unsuspend' | 'account.delete' | 'account.keep' | 'account.export' | 'account.invite' | 'codes.create' | 'codes.revoke' | 'coupons.create' | 'coupons.disable' | 'referrals.revoke' | 'answer_cache.empty' | 'model.pull' | 'model.remove' | 'model.use' | 'model.verify' | 'settings.change' | 'settings.revert' | 'upstream.create' | 'upstream.change' | 'upstream.remove' | 'upstream.try' | 'upstream.connect' | 'upstream.disconnect' | 'job.cancel' | 'delivery.replay' | undefined;
      /** Only of this account */
      account_id?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorAuditReply;
  };
  /** Get payments, tax, revenue and credits owed by month */
  'GET /operator/books': {
    params: undefined;
    query: {
      /** The first month, such as 2026-01; default: eleven months before `to` */
      from?: string | undefined;
      /** The last month; default: this one */
      to?: string | undefined;
    };
    body: undefined;
    reply: Schemas.OperatorBooks;
  };
  /** Download the books as CSV */
  'GET /operator/books/export': {
    params: undefined;
    query: {
      /** The first month, such as 2026-01; default: eleven months before `to` */
      from?: string | undefined;
      /** The last month; default: this one */
      to?: string | undefined;
      /** The sums of payments by country or for the tax return (`by_rate`), the EC sales list, revenue, credits, what moved at the payment gateway, or the journal: two or three lines for every document, two for the revenue and the fees of each month, and two for every payout */
      part: 'payments' | 'by_rate' | 'sales_list' | 'revenue' | 'credits' | 'gateway' | 'journal';
    };
    body: undefined;
    reply: unknown;
  };
  /** List redeem codes, newest first */
  'GET /operator/codes': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only codes of this batch */
      batch?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorCodesReply;
  };
  /** Create redeem codes for credits or a plan */
  'POST /operator/codes': {
    params: undefined;
    query: undefined;
    body: Schemas.PostOperatorCodesBody;
    reply: Schemas.OperatorCodeBatch;
  };
  /** Revoke a redeem code or a batch of codes */
  'POST /operator/codes/{id}/revoke': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorRevokedCodes;
  };
  /** List coupons, newest first */
  'GET /operator/coupons': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorCouponsReply;
  };
  /** Create a coupon */
  'POST /operator/coupons': {
    params: undefined;
    query: undefined;
    body: Schemas.PostOperatorCouponsBody;
    reply: Schemas.OperatorCouponAct;
  };
  /** Disable a coupon */
  'POST /operator/coupons/{id}/disable': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorCouponAct;
  };
  /** Say what is stored where and how long, and who else receives it */
  'GET /operator/data-protection': {
    params: undefined;
    query: {
      /** Default: en */
      language?: 'en' | 'de' | undefined;
    };
    body: undefined;
    reply: Schemas.DataProtection;
  };
  /** Download a template of a data processing agreement (Article 28 GDPR) */
  'GET /operator/data-protection/agreement': {
    params: undefined;
    query: {
      /** Default: markdown */
      format?: 'markdown' | 'html' | undefined;
      /** Default: en */
      language?: 'en' | 'de' | undefined;
    };
    body: undefined;
    reply: unknown;
  };
  /** List deliveries of all accounts, newest first */
  'GET /operator/deliveries': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only deliveries in this state */
      state?: 'failed' | 'retrying' | 'pending' | 'delivered' | undefined;
      /** Only deliveries to this endpoint */
      endpoint_id?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorDeliveriesReply;
  };
  /** Send the event of a delivery again */
  'POST /operator/deliveries/{id}/replay': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.SimpleAct;
    reply: Schemas.OperatorDelivery;
  };
  /** List failing webhook endpoints */
  'GET /operator/endpoints': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorEndpointsReply;
  };
  /** List engines with their models, prices and health as seen by this node */
  'GET /operator/engines': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.EngineList;
  };
  /** Create an invite link that lets one person sign up within seven days */
  'POST /operator/invites': {
    params: undefined;
    query: undefined;
    body: Schemas.SimpleAct;
    reply: Schemas.Invite;
  };
  /** List jobs of all accounts, newest first */
  'GET /operator/jobs': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only jobs in this state */
      state?: 'open' | 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined;
      /** Only jobs of this kind, such as music.generate */
      kind?: string | undefined;
      /** Only of this account */
      account_id?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorJobsReply;
  };
  /** Cancel a job of any account */
  'POST /operator/jobs/{id}/cancel': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorJob;
  };
  /** List the model servers that answer on the machine of this node */
  'GET /operator/local-servers': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.LocalServerList;
  };
  /** Connect a model server of this machine */
  'POST /operator/local-servers/{id}/connect': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.SimpleAct;
    reply: Schemas.LocalServer;
  };
  /** Disconnect a model server of this machine */
  'POST /operator/local-servers/{id}/disconnect': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.SimpleAct;
    reply: Schemas.LocalServerList;
  };
  /** List the catalogue of weights: which are present, which are being pulled */
  'GET /operator/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.WeightsList;
  };
  /** Say which models suit the machine of this node */
  'GET /operator/models/recommendation': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.ModelRecommendation;
  };
  /** Pull the weights of a model in the background */
  'POST /operator/models/{id}/pull': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.PullAct;
    reply: Schemas.Weights;
  };
  /** Remove the weights of a model from this machine */
  'POST /operator/models/{id}/remove': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.Weights;
  };
  /** Let a model answer for its use, or give the choice back to the service */
  'POST /operator/models/{id}/use': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.UseAct;
    reply: Schemas.Weights;
  };
  /** Compare the checksums of a model in the background */
  'POST /operator/models/{id}/verify': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.SimpleAct;
    reply: Schemas.Weights;
  };
  /** Get what each upstream model costs, at which price it is sold, and why one is not offered */
  'GET /operator/prices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.OperatorPrices;
  };
  /** Get the queue: waiting and running jobs by kind and account, and the workers */
  'GET /operator/queue': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Queue;
  };
  /** List referrals, newest first */
  'GET /operator/referrals': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorReferralsReply;
  };
  /** Revoke a referral */
  'POST /operator/referrals/{id}/revoke': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorRevokedReferral;
  };
  /** List logged requests of all accounts, newest first */
  'GET /operator/requests': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only this request */
      request_id?: string | undefined;
      /** All requests of this account; without it, only failed ones */
      account_id?: string | undefined;
      /** Default: live */
      environment?: 'live' | 'test' | undefined;
      /** Only answers with this HTTP status */
      status?: number | undefined;
      /** Only requests at or after this time, ISO 8601 */
      from?: string | undefined;
      /** Only requests before this time, ISO 8601 */
      to?: string | undefined;
    };
    body: undefined;
    reply: Schemas.OperatorRequestList;
  };
  /** Get the price list and the settings of the service, as set live and as in effect */
  'GET /operator/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.OperatorSettings;
  };
  /** List the changes of live settings, newest first */
  'GET /operator/settings/changes': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only changes of this setting */
      name?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetOperatorSettingsChangesReply;
  };
  /** Revert a change of a live setting */
  'POST /operator/settings/changes/{id}/revert': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.OperatorSettingChange;
  };
  /** Change the price list or the settings of the service while it runs */
  'PUT /operator/settings/{id}': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.SettingsChange;
    reply: Schemas.OperatorSettings;
  };
  /** List the upstreams of the files, the environment and the live settings */
  'GET /operator/upstreams': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.GetOperatorUpstreamsReply;
  };
  /** Add an upstream while the service runs */
  'POST /operator/upstreams': {
    params: undefined;
    query: undefined;
    body: Schemas.NewUpstream;
    reply: Schemas.OperatorUpstream;
  };
  /** Change an upstream while the service runs */
  'PUT /operator/upstreams/{id}': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.UpstreamChange;
    reply: Schemas.OperatorUpstream;
  };
  /** Remove an upstream that was added while the service runs */
  'POST /operator/upstreams/{id}/remove': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.ReasonedAct;
    reply: Schemas.PostOperatorUpstreamsByIdRemoveReply;
  };
  /** Send one call to an upstream now */
  'POST /operator/upstreams/{id}/try': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: Schemas.TryUpstream;
    reply: Schemas.OperatorUpstreamTry;
  };
  /** Get usage, cost and margin of all accounts, grouped */
  'GET /operator/usage': {
    params: undefined;
    query: {
      /** A date or time; default: 30 days before `to` */
      from?: string | undefined;
      /** A date or time; default: now */
      to?: string | undefined;
      /** What to sum by */
      group_by?: 'account' | 'key' | 'model' | 'module' | 'upstream' | 'plan' | 'day' | undefined;
      /** Only of this account */
      account_id?: string | undefined;
      /** csv: a table with one line per group */
      format?: 'json' | 'csv' | undefined;
    };
    body: undefined;
    reply: Schemas.OperatorUsage;
  };
  /** Get the credit balance */
  'GET /payments/balance': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Balance;
  };
  /** List the saved cards */
  'GET /payments/cards': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.CardList;
  };
  /** Save a card */
  'POST /payments/cards': {
    params: undefined;
    query: undefined;
    body: Schemas.PostPaymentsCardsBody;
    reply: Schemas.CardSetup;
  };
  /** Remove a saved card */
  'DELETE /payments/cards/{id}': {
    params: {
      /** Id of a saved card */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.CardDeleted;
  };
  /** Start a checkout for credits or a plan */
  'POST /payments/checkout': {
    params: undefined;
    query: undefined;
    body: Schemas.PostPaymentsCheckoutBody;
    reply: Schemas.Checkout;
  };
  /** Get the state of a checkout */
  'GET /payments/checkout/{id}': {
    params: {
      /** Id of a checkout or a payment */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Checkout;
  };
  /** Get the billing details */
  'GET /payments/details': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.BillingDetails;
  };
  /** Change the billing details */
  'PATCH /payments/details': {
    params: undefined;
    query: undefined;
    body: Schemas.PatchPaymentsDetailsBody;
    reply: Schemas.BillingDetails;
  };
  /** Download the ledger with its proof */
  'GET /payments/ledger-proof': {
    params: undefined;
    query: {
      /** A day in UTC: the proof begins with the last seal before it. Everything if absent */
      from?: string | undefined;
    };
    body: undefined;
    reply: unknown;
  };
  /** Open Stripe's customer portal */
  'POST /payments/portal': {
    params: undefined;
    query: undefined;
    body: Schemas.PostPaymentsPortalBody;
    reply: Schemas.PortalSession;
  };
  /** Get the prices for this account */
  'GET /payments/prices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Prices;
  };
  /** The payments */
  'GET /payments/receipts': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.PaymentList;
  };
  /** Download an invoice or a credit note as PDF */
  'GET /payments/receipts/{id}': {
    params: {
      /** Id of a checkout or a payment */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: unknown;
  };
  /** Redeem a code */
  'POST /payments/redeem': {
    params: undefined;
    query: undefined;
    body: Schemas.PostPaymentsRedeemBody;
    reply: Schemas.Redemption;
  };
  /** Get the referral link and what it brought */
  'GET /payments/referral': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Referral;
  };
  /** Accept a referral code */
  'POST /payments/referral': {
    params: undefined;
    query: undefined;
    body: Schemas.PostPaymentsReferralBody;
    reply: Schemas.ReferralAccepted;
  };
  /** Get the settings of automatic top-up and the low-balance email */
  'GET /payments/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.BillingSettings;
  };
  /** Change automatic top-up and the low-balance email; both are off by default */
  'PATCH /payments/settings': {
    params: undefined;
    query: undefined;
    body: Schemas.PatchPaymentsSettingsBody;
    reply: Schemas.BillingSettings;
  };
  /** The subscription */
  'GET /payments/subscription': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Subscription;
  };
  /** Cancel the subscription at the end of its period */
  'POST /payments/subscription/cancel': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Subscription;
  };
  /** Change the plan: an upgrade applies at once, a downgrade with the next period */
  'POST /payments/subscription/change': {
    params: undefined;
    query: undefined;
    body: Schemas.PostPaymentsSubscriptionChangeBody;
    reply: Schemas.Subscription;
  };
  /** List the transactions, newest first */
  'GET /payments/transactions': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only transactions of this type */
      type?: Schemas.TransactionType | undefined;
      /** Only transactions at or after this time, ISO 8601 */
      from?: string | undefined;
      /** Only transactions before this time, ISO 8601 */
      to?: string | undefined;
    };
    body: undefined;
    reply: Schemas.TransactionList;
  };
  /** Download the transactions as CSV */
  'GET /payments/transactions/export': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only transactions of this type */
      type?: Schemas.TransactionType | undefined;
      /** Only transactions at or after this time, ISO 8601 */
      from?: string | undefined;
      /** Only transactions before this time, ISO 8601 */
      to?: string | undefined;
    };
    body: undefined;
    reply: unknown;
  };
  /** List logged requests, newest first */
  'GET /requests': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only requests with this key */
      key_id?: string | undefined;
      /** Only requests for this model */
      model?: string | undefined;
      /** Only requests of this module, such as chat */
      module?: string | undefined;
      /** Only answers with this HTTP status */
      status?: number | undefined;
      /** Only answers with a status from 400 on */
      failed?: boolean | undefined;
      /** Only requests at or after this time, ISO 8601 */
      from?: string | undefined;
      /** Only requests before this time, ISO 8601 */
      to?: string | undefined;
    };
    body: undefined;
    reply: Schemas.RequestList;
  };
  /** Read how requests are logged */
  'GET /requests/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.RequestLogSettings;
  };
  /** Change how requests are logged */
  'PATCH /requests/settings': {
    params: undefined;
    query: undefined;
    body: Schemas.PatchRequestsSettingsBody;
    reply: Schemas.RequestLogSettings;
  };
  /** Get a logged request, with its bodies where they are kept */
  'GET /requests/{id}': {
    params: {
      /** Id of a request, as X-Request-Id of its answer says */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.RequestDetails;
  };
  /** Sort documents by how well they answer a query */
  'POST /rerank': {
    params: undefined;
    query: undefined;
    body: Schemas.RerankRequest;
    reply: Schemas.RerankReply;
  };
  /** Answer in the form of OpenAI's Responses API */
  'POST /responses': {
    params: undefined;
    query: undefined;
    body: Schemas.PostResponsesBody;
    reply: Schemas.PostResponsesReply;
  };
  /** Compact a conversation that grew long */
  'POST /responses/compact': {
    params: undefined;
    query: undefined;
    body: Schemas.PostResponsesCompactBody;
    reply: Schemas.CompactedResponse;
  };
  /** Count the tokens of the input of a response */
  'POST /responses/input_tokens': {
    params: undefined;
    query: undefined;
    body: Schemas.PostResponsesInputTokensBody;
    reply: Schemas.InputTokens;
  };
  /** Delete a stored response */
  'DELETE /responses/{id}': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeleteResponsesByIdReply;
  };
  /** Read a stored response */
  'GET /responses/{id}': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: {
      /** true: the events of a response that was ordered with `background` and `stream` */
      stream?: boolean | undefined;
      /** Only events after this sequence number */
      starting_after?: number | undefined;
    };
    body: undefined;
    reply: Schemas.GetResponsesByIdReply;
  };
  /** Cancel a response in the background */
  'POST /responses/{id}/cancel': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.PostResponsesByIdCancelReply;
  };
  /** List the input of a stored response */
  'GET /responses/{id}/input_items': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** By the place in the input; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** Id of the last item of the previous page */
      after?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetResponsesByIdInputItemsReply;
  };
  /** List runs, newest first */
  'GET /runs': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetRunsReply;
  };
  /** Get a run with its calls */
  'GET /runs/{id}': {
    params: {
      /** The run as the header X-Run names it */
      id: string;
    };
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.Run;
  };
  /** Change the budget of a run */
  'PATCH /runs/{id}': {
    params: {
      /** The run as the header X-Run names it */
      id: string;
    };
    query: undefined;
    body: Schemas.PatchRunsByIdBody;
    reply: Schemas.RunSummary;
  };
  /** Close a run */
  'POST /runs/{id}/close': {
    params: {
      /** The run as the header X-Run names it */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.RunSummary;
  };
  /** Begin an upload in parts */
  'POST /uploads': {
    params: undefined;
    query: undefined;
    body: Schemas.PostUploadsBody;
    reply: Schemas.Upload;
  };
  /** Cancel an upload */
  'POST /uploads/{id}/cancel': {
    params: {
      /** Id of an upload */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Upload;
  };
  /** Make a file of the parts */
  'POST /uploads/{id}/complete': {
    params: {
      /** Id of an upload */
      id: string;
    };
    query: undefined;
    body: Schemas.PostUploadsByIdCompleteBody;
    reply: Schemas.Upload;
  };
  /** Add a part (multipart field "data") */
  'POST /uploads/{id}/parts': {
    params: {
      /** Id of an upload */
      id: string;
    };
    query: undefined;
    body: {
      /** The file */
      data: string;
    };
    reply: Schemas.UploadPart;
  };
  /** Get usage statistics, grouped */
  'GET /usage': {
    params: undefined;
    query: {
      /** The first moment, ISO 8601, rounded down to the hour; default: 30 days before to */
      from?: string | undefined;
      /** The end, which is not included, ISO 8601, rounded up to the hour; default: the end of this hour */
      to?: string | undefined;
      /** One row per value; default: day */
      group_by?: 'day' | 'hour' | 'module' | 'model' | 'key' | 'customer' | undefined;
    };
    body: undefined;
    reply: Schemas.UsageReport;
  };
  /** List the models, in the form of the Gemini API */
  'GET /v1beta/models': {
    params: undefined;
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
      /** Models per page; default 50 */
      pageSize?: number | undefined;
      /** `nextPageToken` of the page before */
      pageToken?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GetV1betaModelsReply;
  };
  /** One model, in the form of the Gemini API */
  'GET /v1beta/models/{model}': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: undefined;
    reply: Schemas.GeminiModel;
  };
  /** Turn contents into vectors, in the form of the Gemini API */
  'POST /v1beta/models/{model}:batchEmbedContents': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.PostV1betaModelsByModelBatchEmbedContentsBody;
    reply: Schemas.PostV1betaModelsByModelBatchEmbedContentsReply;
  };
  /** Count the tokens of contents, in the form of the Gemini API */
  'POST /v1beta/models/{model}:countTokens': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.PostV1betaModelsByModelCountTokensBody;
    reply: Schemas.PostV1betaModelsByModelCountTokensReply;
  };
  /** Turn a content into a vector, in the form of the Gemini API */
  'POST /v1beta/models/{model}:embedContent': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.GeminiEmbedRequest;
    reply: Schemas.PostV1betaModelsByModelEmbedContentReply;
  };
  /** Answer contents, in the form of the Gemini API */
  'POST /v1beta/models/{model}:generateContent': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
    };
    body: Schemas.GeminiRequest;
    reply: Schemas.GeminiReply;
  };
  /** Answer contents as a stream, in the form of the Gemini API */
  'POST /v1beta/models/{model}:streamGenerateContent': {
    params: {
      /** An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F */
      model: string;
    };
    query: {
      /** The API key, for clients that send it no other way */
      key?: string | undefined;
      /** `sse`: server-sent events; otherwise one JSON list */
      alt?: 'sse' | 'json' | undefined;
    };
    body: Schemas.GeminiRequest;
    reply: Schemas.GeminiReply;
  };
  /** Answer a chat in the form of Cohere's API */
  'POST /v2/chat': {
    params: undefined;
    query: undefined;
    body: Schemas.CohereChatRequest;
    reply: Schemas.CohereChatReply;
  };
  /** The same for clients of version 2 of the Cohere API */
  'POST /v2/embed': {
    params: undefined;
    query: undefined;
    body: Schemas.CohereEmbedRequestV2;
    reply: Schemas.CohereEmbedReply;
  };
  /** The same for clients of version 2 of the Cohere API */
  'POST /v2/rerank': {
    params: undefined;
    query: undefined;
    body: Schemas.RerankRequest;
    reply: Schemas.RerankReply;
  };
  /** List vector stores, newest first */
  'GET /vector_stores': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** By the time of creation; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** The last id of the previous page */
      after?: string | undefined;
      /** The first id of the next page */
      before?: string | undefined;
      /** next_cursor of the previous page; as after */
      cursor?: string | undefined;
    };
    body: undefined;
    reply: Schemas.VectorStoreList;
  };
  /** Make a vector store, with files if you name some */
  'POST /vector_stores': {
    params: undefined;
    query: undefined;
    body: Schemas.NewVectorStore;
    reply: Schemas.VectorStore;
  };
  /** Delete a vector store with its texts and vectors */
  'DELETE /vector_stores/{id}': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedVectorStore;
  };
  /** Get a vector store: its counts, its size and when it expires */
  'GET /vector_stores/{id}': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.VectorStore;
  };
  /** Change the name, the metadata or the life of a vector store */
  'POST /vector_stores/{id}': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: undefined;
    body: Schemas.VectorStoreChanges;
    reply: Schemas.VectorStore;
  };
  /** Add up to 500 files to a vector store at once */
  'POST /vector_stores/{id}/file_batches': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: undefined;
    body: Schemas.NewVectorStoreFileBatch;
    reply: Schemas.VectorStoreFileBatch;
  };
  /** Get a batch of files: its status and counts */
  'GET /vector_stores/{id}/file_batches/{batch_id}': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a batch of files */
      batch_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.VectorStoreFileBatch;
  };
  /** Cancel a batch of files: those that were read stay */
  'POST /vector_stores/{id}/file_batches/{batch_id}/cancel': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a batch of files */
      batch_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.VectorStoreFileBatch;
  };
  /** List the files of a batch, newest first */
  'GET /vector_stores/{id}/file_batches/{batch_id}/files': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a batch of files */
      batch_id: string;
    };
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** By the time of creation; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** The last id of a file of the previous page */
      after?: string | undefined;
      /** The first id of a file of the next page */
      before?: string | undefined;
      /** next_cursor of the previous page; as after */
      cursor?: string | undefined;
      /** Only files of this status */
      filter?: 'in_progress' | 'completed' | 'failed' | 'cancelled' | undefined;
    };
    body: undefined;
    reply: Schemas.VectorStoreFileList;
  };
  /** List the files of a vector store, newest first */
  'GET /vector_stores/{id}/files': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** By the time of creation; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** The last id of a file of the previous page */
      after?: string | undefined;
      /** The first id of a file of the next page */
      before?: string | undefined;
      /** next_cursor of the previous page; as after */
      cursor?: string | undefined;
      /** Only files of this status */
      filter?: 'in_progress' | 'completed' | 'failed' | 'cancelled' | undefined;
    };
    body: undefined;
    reply: Schemas.VectorStoreFileList;
  };
  /** Add an uploaded file to a vector store */
  'POST /vector_stores/{id}/files': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: undefined;
    body: Schemas.NewVectorStoreFile;
    reply: Schemas.VectorStoreFile;
  };
  /** Take a file out of a vector store */
  'DELETE /vector_stores/{id}/files/{file_id}': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a file */
      file_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedVectorStoreFile;
  };
  /** Get a file of a vector store: its status, size and attributes */
  'GET /vector_stores/{id}/files/{file_id}': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a file */
      file_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.VectorStoreFile;
  };
  /** Change the attributes of a file in a vector store */
  'POST /vector_stores/{id}/files/{file_id}': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a file */
      file_id: string;
    };
    query: undefined;
    body: Schemas.VectorStoreFileChanges;
    reply: Schemas.VectorStoreFile;
  };
  /** Read the chunks of a file in a vector store */
  'GET /vector_stores/{id}/files/{file_id}/content': {
    params: {
      /** Id of a vector store */
      id: string;
      /** Id of a file */
      file_id: string;
    };
    query: {
      /** next_page of the previous page */
      page?: string | undefined;
    };
    body: undefined;
    reply: Schemas.VectorStoreFileContent;
  };
  /** Find the chunks of a vector store that are nearest to a question */
  'POST /vector_stores/{id}/search': {
    params: {
      /** Id of a vector store */
      id: string;
    };
    query: undefined;
    body: Schemas.VectorSearch;
    reply: Schemas.VectorSearchResults;
  };
  /** Check what a file says of itself, and whether it was made here (multipart field "file", or its name) */
  'POST /verify': {
    params: undefined;
    query: undefined;
    body: {
      /** The file */
      file: string;
    };
    reply: Schemas.Verification;
  };
  /** List videos, newest first */
  'GET /video': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only videos in this state */
      status?: Schemas.JobStatus | undefined;
    };
    body: undefined;
    reply: Schemas.VideoList;
  };
  /** Make a video from text or an image, or of a speaking avatar */
  'POST /video/generate': {
    params: undefined;
    query: undefined;
    body: Schemas.PostVideoGenerateBody;
    reply: Schemas.VideoJob;
  };
  /** Delete a video and all of its files */
  'DELETE /video/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedVideo;
  };
  /** Get a video: its job and, once completed, its URLs */
  'GET /video/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.VideoJob;
  };
  /** List videos, in the shape of the OpenAI API */
  'GET /videos': {
    params: undefined;
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** By the time of creation; default desc */
      order?: 'asc' | 'desc' | undefined;
      /** last_id of the previous page */
      after?: string | undefined;
    };
    body: undefined;
    reply: Schemas.OpenAiVideoList;
  };
  /** Make a video, in the shape of the OpenAI API */
  'POST /videos': {
    params: undefined;
    query: undefined;
    body: Schemas.PostVideosBody;
    reply: Schemas.Video;
  };
  /** Delete a video and its files, in the shape of the OpenAI API */
  'DELETE /videos/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.OpenAiVideoDeleted;
  };
  /** Get a video, in the shape of the OpenAI API */
  'GET /videos/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Video;
  };
  /** Download a finished video or its thumbnail */
  'GET /videos/{id}/content': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: {
      /** video (the default) or thumbnail; there are no spritesheets here */
      variant?: 'video' | 'thumbnail' | 'spritesheet' | undefined;
    };
    body: undefined;
    reply: unknown;
  };
  /** Refused: no video model here changes a finished video */
  'POST /videos/{id}/remix': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: Schemas.PostVideosByIdRemixBody;
    reply: Schemas.Video;
  };
  /** Webhook endpoints */
  'GET /webhooks': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.WebhookEndpointList;
  };
  /** Create an endpoint; the response contains its signing secret */
  'POST /webhooks': {
    params: undefined;
    query: undefined;
    body: Schemas.PostWebhooksBody;
    reply: Schemas.WebhookEndpoint;
  };
  /** Stream the account's events: first {"type": "listening"}, then each event; Last-Event-ID resumes */
  'GET /webhooks/events': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: Schemas.Event;
  };
  /** Delete an endpoint with its deliveries */
  'DELETE /webhooks/{id}': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.DeletedWebhookEndpoint;
  };
  /** One endpoint */
  'GET /webhooks/{id}': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.WebhookEndpoint;
  };
  /** Change, disable or enable an endpoint */
  'PATCH /webhooks/{id}': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: Schemas.PatchWebhooksByIdBody;
    reply: Schemas.WebhookEndpoint;
  };
  /** List deliveries with their attempts, newest first */
  'GET /webhooks/{id}/deliveries': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: {
      /** How many to return */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only deliveries in this state */
      status?: 'pending' | 'delivered' | 'failed' | undefined;
    };
    body: undefined;
    reply: Schemas.DeliveryList;
  };
  /** Send the event of a delivery again */
  'POST /webhooks/{id}/deliveries/{delivery_id}/replay': {
    params: {
      /** Id of an endpoint */
      id: string;
      /** Id of a delivery */
      delivery_id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.Delivery;
  };
  /** Rotate the signing secret; the old one also signs for a while */
  'POST /webhooks/{id}/rotate-secret': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: Schemas.PostWebhooksByIdRotateSecretBody;
    reply: Schemas.WebhookEndpoint;
  };
  /** Get the signing secret; for users of the dashboard only */
  'GET /webhooks/{id}/secret': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: Schemas.WebhookSecret;
  };
  /** Send a test event to this endpoint */
  'POST /webhooks/{id}/test': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: Schemas.PostWebhooksByIdTestBody;
    reply: Schemas.Delivery;
  };
}

/** POSTs that ignore an Idempotency-Key: sending them twice takes effect twice. */
export const NOT_REPEATABLE: readonly string[] = [
  'POST /account/invitations',
  'POST /account/invitations/accept',
  'POST /account/invitations/preview',
  'POST /account/keys',
  'POST /account/keys/{id}/rotate',
  'POST /api/copy',
  'POST /api/create',
  'POST /api/pull',
  'POST /api/push',
  'POST /api/show',
  'POST /builder/projects/{id}/push',
  'POST /code/run',
  'POST /mcp',
  'POST /messages/count_tokens',
  'POST /models/{model}:countTokens',
  'POST /operator/accounts/{id}/export',
  'POST /operator/codes',
  'POST /operator/invites',
  'POST /responses/input_tokens',
  'POST /responses/{id}/cancel',
  'POST /v1beta/models/{model}:countTokens',
  'POST /vector_stores/{id}/search',
  'POST /verify',
  'POST /webhooks',
  'POST /webhooks/{id}/rotate-secret',
];
