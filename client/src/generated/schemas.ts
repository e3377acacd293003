// Generated from the OpenAPI document by `npm run generate`; do not edit.
export type Account = {
  /** The kind of this object. */
  object: 'account';
  /** The unique id. */
  id: string;
  /** The email address. */
  email: string;
  /** The name that people read. */
  name: string;
  /** The plan. */
  plan: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** Whether results name the service. */
  attribution_setting: 'required' | 'waived';
  /** Whether the caller may act as the operator of the service */
  is_owner: boolean;
  /** The signed-in user, or the member who made the key; null for a key from the command line */
  member: CallingMember | null;
  /** What the account demands of the words of all its calls; null: nothing */
  guards: GuardTerms | null;
  /** What holds for calls of this caller: the strictest of plan, account and key; null: nothing */
  guards_in_force: GuardTerms | null;
  /** What the plan allows. */
  limits: {
    /** The most requests in a minute. */
    requests_per_minute: number;
    /** The most requests in a day; null without such a limit. */
    requests_per_day: number | null;
    /** How many jobs may run at once. */
    concurrent_jobs: number;
  };
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type AccountCredits = {
  /** The credits. */
  credits: number;
  /** The credits set aside for work that runs. */
  held: number;
  /** The credits that can be spent now: the balance less what is held. */
  available: number;
};
export type AccountDeletion = {
  /** The kind of this object. */
  object: 'account.deletion';
  /** waiting: it can be withdrawn until `due_at`; running: it has begun */
  status: 'none' | 'waiting' | 'running';
  /** When the deletion was asked for */
  requested_at: string | null;
  /** When the deletion begins */
  due_at: string | null;
  /** Then only the operator withdraws it */
  requested_by_operator: boolean;
  /** How long the waiting period of a new request is */
  waiting_days: number;
  /** Members besides the one who asks */
  other_members: number;
};
export type AccountGrant = {
  /** The unique id. */
  id: string;
  /** What kind of work or thing it is. */
  kind: 'promotional' | 'included' | 'general';
  /** What was given */
  credits: number;
  /** What is left of it */
  remaining: number;
  /** When it ends or is deleted; null if never. */
  expires_at: string | null;
  /** What it is, in words. */
  description: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type AccountHandover = {
  /** The kind of this object. */
  object: 'account.handover';
  /** The account. */
  account_id: string;
  /** The email address. */
  email: string;
  /** The member. */
  member_id: string;
};
export type AccountRetention = {
  /** The kind of this object. */
  object: 'account.retention';
  /** The queue of each kind of job. */
  kinds: {
    /** What is kept */
    kind: 'prompts' | 'jobs' | 'batches' | 'conversations' | 'responses' | 'vector_stores' | 'files' | 'uploads' | 'request_log' | 'request_bodies';
    /** Days; null: until you delete it */
    days: number | null;
    /** Whether the plan says other than the service */
    set_by: 'service' | 'plan';
  }[];
};
export type Adjustment = {
  /** The kind of this object. */
  object: 'operator.adjustment';
  /** Id of the transaction that the customer sees */
  id: string;
  /** The account. */
  account_id: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** The credits. */
  credits: number;
  /** Whether the credits are used before all others */
  promotional?: boolean;
  /** When it ends or is deleted; null if never. */
  expires_at?: string | null;
  /** The balance before this entry. */
  balance_before: number;
  /** The balance after this entry. */
  balance_after: number;
  /** The entry of the audit log. */
  audit_id: string;
};
export type AlertSettings = {
  /** The kind of this object. */
  object: 'alert_settings';
  /** Percentages of caps and budgets at which you are told; default 80 and 100 */
  percents: number[];
  /** Credits: you are told when the balance falls to one of these */
  balance: number[];
  /** The budgets whose alerts are mailed to the account; default all but customer and run */
  mail: BudgetKind[];
  /** An incoming webhook of Slack, or of a chat that takes the same messages; null: none */
  slack_url: string | null;
};
export type AnswerCache = {
  /** The kind of this object. */
  object: 'account.answer_cache';
  /** Answers that are kept for identical calls */
  entries: number;
  /** What they take */
  bytes: number;
  /** What they may take; beyond it the oldest go */
  max_bytes: number;
  /** How long, for keys that do not say otherwise; 0: not at all */
  seconds: number;
  /** What such an answer costs, in thousandths of what the call would cost */
  price_permille: number;
};
export type AppFile = {
  /** The path of the file in the project. */
  path: string;
  /** The content. */
  content: string;
  /** The language. */
  language: string;
  /** The size in bytes. */
  bytes: number;
};
export type AppFileList = {
  /** The kind of this object. */
  object: 'list';
  /** The version. */
  version: number;
  /** The entries of this page, in the order of the list. */
  data: AppFile[];
};
export type Balance = {
  /** The kind of this object. */
  object: 'balance';
  /** The credits. */
  credits: number;
  /** The credits set aside for work that runs. */
  held: number;
  /** The credits that can be spent now: the balance less what is held. */
  available: number;
  /** The currency, as ISO 4217 names it. */
  currency: string;
  /** The credits in units of the currency */
  value: number;
  /** The plan. */
  plan: string;
  /** Whether results need not name the service. */
  attribution_waived: boolean;
  /** Whether a subscription is running */
  subscribed: boolean;
  /** When the plan grants credits next; null if it does not. */
  next_grant_at: string | null;
  /** Credits with terms, in the order of their use. The other credits of the balance are used after them */
  grants: CreditGrant[];
};
export type Batch = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'batch';
  /** The route that each line calls. */
  endpoint: string;
  /** Why the batch was refused; null if it was not. */
  errors: {
    /** The kind of this object. */
    object: 'list';
    /** The entries of this page, in the order of the list. */
    data: {
      /** A stable code for programs. */
      code: string;
      /** What happened, in words for a person. */
      message: string;
      /** The line, counted from 1. */
      line: number | null;
      /** The field of the request that is meant. */
      param: string | null;
    }[];
  } | null;
  /** The file with the requests. */
  input_file_id: string;
  /** The time within which the batch ends. */
  completion_window: '24h';
  /** The state: where it is between its start and its end. */
  status: 'validating' | 'in_progress' | 'finalizing' | 'cancelling' | 'completed' | 'failed' | 'expired' | 'cancelled';
  /** The file with the answers; null until it is written. */
  output_file_id: string | null;
  /** The file with the requests that failed; null if none did. */
  error_file_id: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** When the first line began. */
  in_progress_at: number | null;
  /** When it ends or is deleted; null if never. */
  expires_at: number | null;
  /** When the files of the answers were begun. */
  finalizing_at: number | null;
  /** When it ended; null while it has not. */
  completed_at: number | null;
  /** When the batch was refused. */
  failed_at: number | null;
  /** When its time was over. */
  expired_at: number | null;
  /** When its end was asked for. */
  cancelling_at: number | null;
  /** When it had ended after that. */
  cancelled_at: number | null;
  /** How many lines there are, and how they ended. */
  request_counts: {
    /** The sum over all entries. */
    total: number;
    /** How many lines were answered. */
    completed: number;
    /** How many lines failed. */
    failed: number;
  };
  /** What was used and what it cost. */
  usage: {
    /** The tokens that were read. */
    input_tokens: number;
    /** The parts of the tokens that were read. */
    input_tokens_details: {
      /** The tokens that the model read from its cache. */
      cached_tokens: number;
    };
    /** The tokens that were written. */
    output_tokens: number;
    /** The parts of the tokens that were written. */
    output_tokens_details: {
      /** The tokens of the reasoning, which count as written. */
      reasoning_tokens: number;
    };
    /** The tokens that were read and written. */
    total_tokens: number;
    /** What the lines cost together */
    credits: number;
  };
  /** Your own names and values. */
  metadata: Record<string, string> | null;
};
export type BatchList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Batch[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type BillingDetails = {
  /** The kind of this object. */
  object: 'billing_details';
  /** The name on receipts. */
  name: string;
  /** The email address. */
  email: string | null;
  /** The address on receipts. */
  address: {
    /** The street and number. */
    line1: string;
    /** A second line of the address. */
    line2: string;
    /** The city. */
    city: string;
    /** The state or province. */
    state: string;
    /** The postal code. */
    postal_code: string;
    /** The country, as two letters of ISO 3166. */
    country: string | null;
  };
  /** The tax number of the buyer. */
  tax_id: {
    /** The kind of tax number, such as `eu_vat`. */
    type: string;
    /** The value. */
    value: string;
  } | null;
};
export type BillingDocument = {
  /** For GET /payments/receipts/{id} */
  id: string;
  /** An invoice, or a credit note for what was returned. */
  object: 'invoice' | 'credit_note';
  /** Gapless in its series and year; null without the details of a seller */
  number: string | null;
  /** The number of the invoice that a credit note is for */
  refers_to: string | null;
  /** What has happened to the payment */
  reason: 'payment' | 'refund' | 'dispute';
  /** Minor units of the currency, the tax contained */
  amount: number;
  /** Contained in the amount */
  tax: number;
  /** Percent */
  tax_rate: number;
  /** Why there is a tax, or none */
  tax_kind: 'standard' | 'reverse_charge' | 'small_business' | 'outside_scope';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type BillingSettings = {
  /** The kind of this object. */
  object: 'billing_settings';
  /** The purchase that happens by itself when the balance is low. */
  auto_top_up: {
    /** The package that is bought. */
    package: string;
    /** The balance below which it happens. */
    below: number;
    /** The most purchases in a day. */
    max_per_day: number;
    /** Set when a charge was refused or a payment returned: nothing is bought until it is set again */
    paused: {
      /** When it happened. */
      at: string;
      /** Why, in words. */
      reason: string;
    } | null;
  } | null;
  /** The mail that is sent when the balance is low. */
  low_balance_mail: {
    /** The balance below which it happens. */
    below: number;
  } | null;
  /** Whether receipts are sent by mail. */
  receipt_mail: boolean;
};
export type BudgetKind = 'balance' | 'key' | 'member' | 'plan' | 'customer' | 'run';
export type Build = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'build.job';
  /** The state: where it is between its start and its end. */
  status: string;
  /** The project. */
  project_id: string;
  /** The version. */
  version?: number;
  /** The files. */
  files?: AppFile[];
  /** The files that were changed. */
  changed?: string[];
  /** Where it can be tried. */
  preview_url?: string | null;
  /** Where the project can be downloaded as an archive. */
  download_url?: string;
  /** What became of each requested item. null where a text model wrote the files. */
  requested?: RequestedItem[] | null;
  /** What was used and what it cost. */
  usage?: {
    /** What it cost */
    credits?: number;
  };
};
export type BuilderMessage = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'builder.message';
  /** The conversation; send it with the next message to go on. */
  conversation_id: string;
  /** What happened, in words for a person. */
  message: string;
  /** The files. */
  files: AppFile[];
  /** The project. */
  project_id?: string;
  /** What became of each requested item. null where a text model wrote the files. */
  requested?: RequestedItem[] | null;
  /** What was used and what it cost. */
  usage?: {
    /** What it cost */
    credits?: number;
  };
};
export type CallingMember = {
  /** The unique id. */
  id: string;
  /** The email address. */
  email: string;
  /** What the member may do: owner, admin, developer, billing or viewer. */
  role: Role;
};
export type Card = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'card';
  /** The brand of the card. */
  brand: string;
  /** The last four digits of the card. */
  last4: string;
  /** The month in which the card expires. */
  exp_month: number;
  /** The year in which the card expires. */
  exp_year: number;
};
export type CardDeleted = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'card';
  /** True: it is deleted. */
  deleted: true;
};
export type CardList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Card[];
};
export type CardSetup = {
  /** The kind of this object. */
  object: 'card.setup';
  /** The address. */
  url: string;
};
export type ChatCompletion = {
  /** The unique id. */
  id: string;
  /** When it was made, in seconds since 1970. */
  created: number;
  /** The id of the model that answered. */
  model: string;
  /** What was used and what it cost. */
  usage?: TokenUsage;
  /** The kind of this object. */
  object: 'chat.completion';
  /** The answers, as many as `n` asked for. */
  choices: {
    /** The place in the list, counted from 0. */
    index: number;
    /** The answer of the model. */
    message: ChatMessage;
    /** Why the answer ended: `stop`, `length`, `tool_calls` or `content_filter`. */
    finish_reason: string | null;
  }[];
  /** The conversation; send it with the next message to go on. */
  conversation_id?: string;
};
export type ChatContentPart = {
  /** text, file (read as text), input_audio (transcribed, at the price of POST /audio/transcriptions), or image_url if the model has vision; refusal is refused */
  type: 'text' | 'image_url' | 'input_audio' | 'file' | 'refusal';
  /** The text of a text part */
  text?: string | undefined;
  /** The image of an image part */
  image_url?: {
    /** A data URI, a /files/ URL of this service, or an https URL; at most 20 MB */
    url: string;
    /** low, high or auto: how closely the model looks */
    detail?: string | undefined;
  } | undefined;
  /** The document of a file part: PDF or text */
  file?: {
    /** A data URI, a /files/ URL of this service, or an https URL; at most 20 MB */
    file_data?: string | undefined;
    /** Id of a file of POST /files */
    file_id?: string | undefined;
    /** Its name, for the model */
    filename?: string | undefined;
  } | undefined;
  /** The recording of an input_audio part, in messages of the user */
  input_audio?: {
    /** Base64, a data URI, or an id or /files/ URL of this service; at most 50 MB */
    data?: string | undefined;
    /** wav, mp3 …; the recording itself decides */
    format?: string | undefined;
  } | undefined;
  /** Asks an upstream that knows it to keep the prompt up to here */
  cache_control?: {
    /** The only kind */
    type: 'ephemeral';
    /** How long; always 5 minutes here */
    ttl?: string | undefined;
  } | undefined;
};
export type ChatMessage = {
  /** Whose message it is */
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  /** The message, as text or as parts; null only beside tool_calls */
  content?: string | ChatContentPart[] | null;
  /** Tells participants of the same role apart */
  name?: string;
  /** Tools that the assistant called */
  tool_calls?: ToolCall[];
  /** Which call a message of the role tool answers */
  tool_call_id?: string;
  /** What the model thought before its answer */
  reasoning_content?: string | null;
  /** The signature that came with the thought, for upstreams that want it back */
  reasoning_signature?: string;
};
export type ChatRequest = {
  /** An id of GET /models, or "default" */
  model: string;
  /** The most tokens to generate; default: what the window of the model allows */
  max_tokens?: number | null | undefined;
  /** 0 to 0.3: nearly the same answer each time; 0.8 and above: varied; default: that of the model */
  temperature?: number | null | undefined;
  /** Only the most likely tokens that together have this probability */
  top_p?: number | null | undefined;
  /** Only if the model's engine supports it; the same holds for the next two */
  top_k?: number | null | undefined;
  /** Only tokens at least this likely, relative to the likeliest */
  min_p?: number | null | undefined;
  /** Above 1: repeats earlier tokens less */
  repetition_penalty?: number | null | undefined;
  /** How many answers to generate; each is charged */
  n?: number | null | undefined;
  /** The same seed and request give the same answer where the model allows it */
  seed?: number | null | undefined;
  /** Text, or up to 16 texts, at which the answer ends */
  stop?: Stop | undefined;
  /** Above 0: more likely to introduce new topics */
  presence_penalty?: number | null | undefined;
  /** Above 0: less repetition of frequent words */
  frequency_penalty?: number | null | undefined;
  /** Token id to a value that is added to its likelihood */
  logit_bias?: Record<string, number> | null | undefined;
  /** Your own identifier of the end customer */
  user?: string | null | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | null | undefined;
  /** include_usage: the last event of a stream says how many tokens it took */
  stream_options?: {
    /** true: a last event with the usage */
    include_usage?: boolean | undefined;
  } | null | undefined;
  /** The conversation so far, oldest first */
  messages: SentChatMessage[];
  /** The newer name of max_tokens */
  max_completion_tokens?: number | null | undefined;
  /** true: keeps the completion for GET /chat/completions */
  store?: boolean | null | undefined;
  /** Up to 16 notes of your own, kept with a stored completion */
  metadata?: Record<string, unknown> | null | undefined;
  /** Text, any JSON object, or JSON of a given schema */
  response_format?: ResponseFormat | undefined;
  /** Tools that the model may call */
  tools?: ChatTool[] | undefined;
  /** Whether the model may call tools, must call one, or must call this one */
  tool_choice?: 'none' | 'auto' | 'required' | {
    /** Of the tool */
    type: 'function' | 'custom';
    /** The function */
    function?: {
      /** Its name */
      name: string;
    } | undefined;
    /** The custom tool */
    custom?: {
      /** Its name */
      name: string;
    } | undefined;
  } | {
    /** Only some of the tools */
    type: 'allowed_tools';
    /** Which */
    allowed_tools: {
      /** Whether one of them must be called */
      mode: 'auto' | 'required';
      /** The tools that may be called */
      tools: ({
        /** Of the tool */
        type: 'function' | 'custom';
        /** The function */
        function?: {
          /** Its name */
          name: string;
        } | undefined;
        /** The custom tool */
        custom?: {
          /** Its name */
          name: string;
        } | undefined;
      })[];
    };
  } | null | undefined;
  /** false: the answer has one tool call at most; default: as many as the model makes */
  parallel_tool_calls?: boolean | null | undefined;
  /** "new", or one from an earlier answer */
  conversation_id?: string | null | undefined;
};
export type ChatTool = {
  /** custom: a tool that takes free text */
  type: 'function' | 'custom';
  /** The function */
  function?: {
    /** How the model calls it */
    name: string;
    /** What it does, for the model */
    description?: string | undefined;
    /** JSON schema of its arguments */
    parameters?: Record<string, unknown> | undefined;
    /** true: the arguments follow the schema exactly */
    strict?: boolean | null | undefined;
  } | undefined;
  /** Asks an upstream that knows it to keep the prompt up to here */
  cache_control?: {
    /** The only kind */
    type: 'ephemeral';
    /** How long; always 5 minutes here */
    ttl?: string | undefined;
  } | undefined;
  /** The custom tool */
  custom?: {
    /** How the model calls it */
    name: string;
    /** What it does, for the model */
    description?: string | undefined;
    /** Text, or the grammar of what it takes */
    format?: unknown | undefined;
  } | undefined;
};
export type ChatToolCall = {
  /** Names the call; its answer repeats it as tool_call_id */
  id: string;
  /** Of the tool */
  type: 'function' | 'custom';
  /** The call */
  function?: {
    /** The function that was called */
    name: string;
    /** Its arguments as JSON text */
    arguments: string;
  } | undefined;
  /** The call of a custom tool */
  custom?: {
    /** The custom tool that was called */
    name: string;
    /** What it was called with */
    input: string;
  } | undefined;
};
export type Checkout = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'checkout.session';
  /** The address. */
  url: string;
  /** The state: where it is between its start and its end. */
  status: 'open' | 'complete' | 'expired';
  /** What is bought: a plan or a package of credits. */
  mode: 'payment' | 'subscription';
  /** What is to be paid, in minor units of the currency */
  amount: number;
  /** What the coupon took off */
  discount: number;
  /** The coupon that was used; null if none was. */
  coupon: string | null;
  /** The currency, as ISO 4217 names it. */
  currency: string;
  /** The credits. */
  credits: number;
  /** The plan. */
  plan: string | null;
  /** When it ends or is deleted; null if never. */
  expires_at: string;
};
export type CodeAnswer = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'code.generation' | 'code.completion' | 'code.refactoring' | 'code.explanation';
  /** When it was made, in seconds since 1970. */
  created: number;
  /** The language. */
  language: string;
  /** The code. */
  code: string;
  /** Only the text inserted at the cursor */
  completion?: string;
  /** What the code does, in words. */
  explanation?: string;
  /** Unified */
  diff?: string;
  /** true if the first answer did not parse and this is the second */
  repaired?: boolean;
  /** What a parser found in the code; null for a language that has no parser here. */
  syntax: SyntaxCheck;
  /** If the code may well be wrong: why, and how to connect a better model */
  warnings?: string[];
  /** Why the answer ended: `stop`, `length`, `tool_calls` or `content_filter`. */
  finish_reason: string;
  /** The id of the model that answered. */
  model: string;
  /** What was used and what it cost. */
  usage: TokenUsage;
};
export type CodeRun = {
  /** The kind of this object. */
  object: 'code.run';
  /** As sent */
  language: string;
  /** What it printed, up to 64 kB */
  output: string;
  /** What it printed as errors, up to 64 kB */
  errors: string;
  /** 0 is success; null: it was stopped */
  exit_code: number | null;
  /** By itself, or by the limit of time (10 s), of memory and processor (256 MB, 10 s), or of output */
  ended_by: 'exited' | 'time' | 'resources' | 'output';
  /** How long it ran */
  duration_ms: number;
};
export type CohereChatReply = {
  /** The unique id. */
  id: string;
  /** Why the answer ended: `stop`, `length`, `tool_calls` or `content_filter`. */
  finish_reason: 'COMPLETE' | 'STOP_SEQUENCE' | 'MAX_TOKENS' | 'TOOL_CALL' | 'ERROR';
  /** What happened, in words for a person. */
  message: {
    /** Who speaks. */
    role: 'assistant';
    /** The content. */
    content: {
      /** The kind of this entry. */
      type: string;
    }[];
    /** The functions that the model calls. */
    tool_calls?: {
      /** The unique id. */
      id: string;
    }[];
  };
  /** What was used and what it cost. */
  usage: {
    /** The tokens that are charged. */
    billed_units: {
      /** The tokens that were read. */
      input_tokens: number;
      /** The tokens that were written. */
      output_tokens: number;
    };
    /** The tokens. */
    tokens: {
      /** The tokens that were read. */
      input_tokens: number;
      /** The tokens that were written. */
      output_tokens: number;
    };
    /** The tokens that the model read from its cache. */
    cached_tokens: number;
  };
};
export type CohereChatRequest = {
  /** An id of GET /models, or "default" */
  model: string;
  /** The chat so far */
  messages: ({
    /** Whose message it is */
    role: 'user' | 'assistant' | 'system' | 'tool';
    /** The message, as text or as parts */
    content?: string | ({
      /** text, image_url, thinking or document */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** What the model thought before */
      thinking?: string | undefined;
      /** The image of an image part */
      image_url?: {
        /** A data URI, a /files/ URL of this service, or an https URL */
        url: string;
        /** low, high or auto */
        detail?: string | undefined;
      } | undefined;
      /** The document of a document part */
      document?: {
        /** Your name for the document */
        id?: string | undefined;
        /** Its fields, such as title and text */
        data: string | Record<string, unknown>;
      } | undefined;
    })[] | null | undefined;
    /** What the assistant said before its calls */
    tool_plan?: string | undefined;
    /** Functions that the assistant called */
    tool_calls?: {
      /** Names the call */
      id: string;
      /** The only kind */
      type?: 'function' | undefined;
      /** The call */
      function: {
        /** The function that was called */
        name: string;
        /** Its arguments as JSON text */
        arguments?: string | undefined;
      };
    }[] | undefined;
    /** Which call a message of a tool answers */
    tool_call_id?: string | undefined;
  })[];
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** Functions that the model may call */
  tools?: {
    /** The only kind */
    type: 'function';
    /** The function */
    function: {
      /** How the model calls it */
      name: string;
      /** What it does, for the model */
      description?: string | undefined;
      /** JSON schema of its arguments */
      parameters?: Record<string, unknown> | undefined;
    };
  }[] | undefined;
  /** true: arguments follow their schemas exactly */
  strict_tools?: boolean | undefined;
  /** Whether the model must call a function, or must not */
  tool_choice?: 'REQUIRED' | 'NONE' | undefined;
  /** What the answer should rest on, as texts or as {id, data} */
  documents?: (string | {
    /** Your name for the document */
    id?: string | undefined;
    /** Its fields, such as title and text */
    data: string | Record<string, unknown>;
  })[] | undefined;
  /** Text, or JSON */
  response_format?: {
    /** text is the default */
    type: 'text' | 'json_object';
    /** The JSON schema of the answer */
    json_schema?: Record<string, unknown> | undefined;
  } | undefined;
  /** The longest answer */
  max_tokens?: number | undefined;
  /** Texts that end the answer */
  stop_sequences?: string[] | undefined;
  /** Higher: more varied */
  temperature?: number | undefined;
  /** The same seed gives the same answer, where the engine can */
  seed?: number | undefined;
  /** Against repeating words */
  frequency_penalty?: number | undefined;
  /** For new words */
  presence_penalty?: number | undefined;
  /** Only the k most likely tokens; 0: all */
  k?: number | undefined;
  /** Only tokens of this probability */
  p?: number | undefined;
  /** Of models that think */
  thinking?: {
    /** Whether a model that can think does */
    type: 'enabled' | 'disabled';
  } | undefined;
  /** CONTEXTUAL or OFF; STRICT is refused */
  safety_mode?: unknown | undefined;
  /** Only false */
  logprobs?: boolean | undefined;
};
export type CohereEmbedReply = {
  /** The unique id. */
  id: string;
  /** embeddings_floats: a list of vectors; embeddings_by_type: vectors by their form. */
  response_type: 'embeddings_floats' | 'embeddings_by_type';
  /** Vectors, or vectors by their form */
  embeddings: unknown;
  /** The texts that were read. */
  texts: string[];
  /** What was counted. */
  meta: {
    /** The tokens that are charged. */
    billed_units: {
      /** The tokens that were read. */
      input_tokens: number;
    };
  };
};
export type CohereEmbedRequest = {
  /** An embedding model of GET /models; default "default" */
  model?: string | undefined;
  /** The texts */
  texts?: string[] | undefined;
  /** search_document, search_query, classification or clustering */
  input_type?: string | undefined;
  /** Forms of the vectors; int8 and uint8 are refused */
  embedding_types?: ('float' | 'base64' | 'binary' | 'ubinary' | 'int8' | 'uint8')[] | undefined;
  /** Accepted without effect */
  truncate?: string | undefined;
  /** Refused: a text is read whole */
  max_tokens?: unknown | undefined;
  /** Refused: models here read texts */
  images?: string[] | undefined;
};
export type CohereEmbedRequestV2 = {
  /** An embedding model of GET /models, or "default" */
  model: string;
  /** The texts */
  texts?: string[] | undefined;
  /** Instead of texts: inputs of several parts */
  inputs?: ({
    /** The parts of the input */
    content: ({
      /** text, image_url, thinking or document */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** What the model thought before */
      thinking?: string | undefined;
      /** The image of an image part */
      image_url?: {
        /** A data URI, a /files/ URL of this service, or an https URL */
        url: string;
        /** low, high or auto */
        detail?: string | undefined;
      } | undefined;
      /** The document of a document part */
      document?: {
        /** Your name for the document */
        id?: string | undefined;
        /** Its fields, such as title and text */
        data: string | Record<string, unknown>;
      } | undefined;
    })[];
  })[] | undefined;
  /** Keeps the first values, scaled to length 1 */
  output_dimension?: number | undefined;
  /** search_document, search_query, classification or clustering */
  input_type?: string | undefined;
  /** Forms of the vectors; int8 and uint8 are refused */
  embedding_types?: ('float' | 'base64' | 'binary' | 'ubinary' | 'int8' | 'uint8')[] | undefined;
  /** Accepted without effect */
  truncate?: string | undefined;
  /** Refused: a text is read whole */
  max_tokens?: unknown | undefined;
  /** Refused: models here read texts */
  images?: string[] | undefined;
};
export type CompactedResponse = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'response.compaction';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** Newest messages of the user, and an item of type compaction: the input of the next call */
  output: {
    /** The kind of this entry. */
    type: string;
    /** The unique id. */
    id?: string;
  }[];
  /** What was used and what it cost. */
  usage: {
    /** The tokens that were read. */
    input_tokens: number;
    /** The tokens that were written. */
    output_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** The credits. */
    credits?: number;
  };
};
export type Completion = {
  /** The unique id. */
  id: string;
  /** When it was made, in seconds since 1970. */
  created: number;
  /** The id of the model that answered. */
  model: string;
  /** What was used and what it cost. */
  usage?: TokenUsage;
  /** The kind of this object. */
  object: 'text_completion';
  /** The answers, as many as `n` asked for. */
  choices: {
    /** The place in the list, counted from 0. */
    index: number;
    /** The text. */
    text: string;
    /** Why the answer ended: `stop`, `length`, `tool_calls` or `content_filter`. */
    finish_reason: string | null;
  }[];
};
export type CompletionLabels = {
  /** Up to 16 notes of your own, by which completions can be listed */
  metadata: Record<string, string>;
};
export type CompletionRequest = {
  /** An id of GET /models, or "default" */
  model: string;
  /** The most tokens to generate; default: what the window of the model allows */
  max_tokens?: number | null | undefined;
  /** 0 to 0.3: nearly the same answer each time; 0.8 and above: varied; default: that of the model */
  temperature?: number | null | undefined;
  /** Only the most likely tokens that together have this probability */
  top_p?: number | null | undefined;
  /** Only if the model's engine supports it; the same holds for the next two */
  top_k?: number | null | undefined;
  /** Only tokens at least this likely, relative to the likeliest */
  min_p?: number | null | undefined;
  /** Above 1: repeats earlier tokens less */
  repetition_penalty?: number | null | undefined;
  /** How many answers to generate; each is charged */
  n?: number | null | undefined;
  /** The same seed and request give the same answer where the model allows it */
  seed?: number | null | undefined;
  /** Text, or up to 16 texts, at which the answer ends */
  stop?: Stop | undefined;
  /** Above 0: more likely to introduce new topics */
  presence_penalty?: number | null | undefined;
  /** Above 0: less repetition of frequent words */
  frequency_penalty?: number | null | undefined;
  /** Token id to a value that is added to its likelihood */
  logit_bias?: Record<string, number> | null | undefined;
  /** Your own identifier of the end customer */
  user?: string | null | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | null | undefined;
  /** include_usage: the last event of a stream says how many tokens it took */
  stream_options?: {
    /** true: a last event with the usage */
    include_usage?: boolean | undefined;
  } | null | undefined;
  /** The text to continue; or several, or token ids */
  prompt: string | string[] | number[] | (number[])[];
  /** Text that follows the completion; needs a model with fill_in_the_middle */
  suffix?: string | null | undefined;
  /** true: the answer begins with the prompt */
  echo?: boolean | null | undefined;
  /** Generates this many and returns the best n */
  best_of?: number | null | undefined;
};
export type Conversation = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'conversation';
  /** The title that people read. */
  title: string;
  /** The id of the model that answered. */
  model: string;
  /** How many messages it has. */
  messages_count: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** For a branch: the conversation that its family began with */
  root_id: string | null;
  /** For a branch: what it was branched from */
  parent_id: string | null;
  /** For a branch: how many messages it began with */
  branched_at: number;
  /** The messages, oldest first. */
  messages: ChatMessage[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
  /** A summary of the oldest messages, which the model reads in their place; null if there is none. */
  condensed: {
    /** Summary that the model receives instead of these messages */
    text: string;
    /** Number of messages, from the start, that the summary replaces */
    messages: number;
    /** The id of the model that answered. */
    model: string;
    /** When it was made, as an ISO 8601 time in UTC. */
    created_at: string;
  }[];
};
export type ConversationItem = {
  /** The unique id. */
  id: string;
  /** The kind of this entry. */
  type: string;
};
export type ConversationItemList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: ConversationItem[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
};
export type ConversationLabels = {
  /** Up to 16 notes of your own */
  metadata: Record<string, string> | null;
};
export type ConversationList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The kind of this object. */
    object: 'conversation';
    /** The title that people read. */
    title: string;
    /** The id of the model that answered. */
    model: string;
    /** How many messages it has. */
    messages_count: number;
    /** When it was made, as an ISO 8601 time in UTC. */
    created_at: string;
    /** When it was last changed. */
    updated_at: string;
    /** For a branch: the conversation that its family began with */
    root_id: string | null;
    /** For a branch: what it was branched from */
    parent_id: string | null;
    /** For a branch: how many messages it began with */
    branched_at: number;
  }[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type ConversationSummary = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'conversation';
  /** The title that people read. */
  title: string;
  /** The id of the model that answered. */
  model: string;
  /** How many messages it has. */
  messages_count: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** For a branch: the conversation that its family began with */
  root_id: string | null;
  /** For a branch: what it was branched from */
  parent_id: string | null;
  /** For a branch: how many messages it began with */
  branched_at: number;
};
export type CreditGrant = {
  /** The unique id. */
  id: string;
  /** promotional: used before all others; included: of a plan; general: any other that expires */
  kind: GrantKind;
  /** What was given */
  credits: number;
  /** What is left of it */
  remaining: number;
  /** When what is left of it expires; null: never */
  expires_at: string | null;
  /** What it is, in words. */
  description: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type Customer = {
  /** The kind of this object. */
  object: 'customer';
  /** As your calls name them */
  id: string;
  /** Its own cap; null: the default of the key that calls */
  daily_credit_cap: number | null;
  /** Its own cap; null: the default of the key that calls */
  monthly_credit_cap: number | null;
  /** Credits since midnight UTC */
  spent_today: number;
  /** Credits since the first of the month, UTC */
  spent_this_month: number;
  /** Credits that running calls have reserved */
  held: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When a call last named it, or when it was made */
  last_used_at: string;
};
export type CustomerSort = 'id' | 'spent_this_month';
export type DataProtection = {
  /** The kind of this object. */
  object: 'operator.data_protection';
  /** The settings of the service. */
  service: {
    /** The name that people read. */
    name: string;
    /** The address. */
    url: string;
  };
  /** Null until the seller is set in the live settings */
  seller: {
    /** The name that people read. */
    name: string;
    /** The lines of the address. */
    address: string[];
    /** The country, as two letters of ISO 3166. */
    country: string;
    /** The VAT id */
    vat_id: string | null;
    /** The register */
    register: string | null;
    /** The directors */
    directors: string | null;
    /** The address for questions */
    email: string | null;
  } | null;
  /** Where data is stored. */
  places: {
    /** What is stored there; `limits`: counts of requests, `database_log`: the archive for restores. */
    holds: 'database' | 'files' | 'limits' | 'database_log';
    /** The host; null: the machine of the service */
    host: string | null;
    /** The region of a bucket */
    region: string | null;
  }[];
  /** How long each kind of content is kept. */
  retention: {
    /** What kind of work or thing it is. */
    kind: 'prompts' | 'jobs' | 'batches' | 'conversations' | 'responses' | 'vector_stores' | 'files' | 'uploads' | 'request_log' | 'request_bodies';
    /** What belongs to the kind, in words. */
    meaning: string;
    /** Days; 0: until its owner deletes it */
    days: number;
    /** Plans that differ */
    plans: {
      /** The plan. */
      plan: string;
      /** Days; 0: until its owner deletes it */
      days: number;
    }[];
  }[];
  /** Days; `deletion_waits`: before a deleted account is erased */
  logs: {
    /** Days; 0: until its owner deletes it */
    account_log: number;
    /** Days; 0: until its owner deletes it */
    usage: number;
    /** Days; 0: until its owner deletes it */
    events: number;
    /** Days; 0: until its owner deletes it */
    deletion_waits: number;
  };
  /** Calls that leave nothing behind. */
  zero_retention: {
    /** Plans whose calls leave nothing behind; keys can ask for it, too */
    plans: string[];
    /** How long results of jobs can be fetched */
    result_seconds: number;
  };
  /** Who else receives data, as the settings have them. */
  processors: {
    /** Who speaks. */
    role: 'models' | 'mail' | 'files' | 'payments' | 'telemetry' | 'search' | 'captcha' | 'sign_in' | 'database' | 'limits';
    /** The name that people read. */
    name: string;
    /** What an upstream makes */
    makes: string | null;
    /** The provider, where the settings name it */
    provider: string | null;
    /** The host without path and credentials */
    host: string | null;
    /** The home of the provider, where it is known; null: to be filled in */
    country: string | null;
    /** It runs on machines of the operator, as far as its address says */
    own: boolean;
    /** What they receive, in words. */
    receives: string;
    /** `no`: its API has no word for it. Null where this does not apply */
    asked_not_to_store: 'zero_retention_calls' | 'no' | null;
  }[];
  /** Technical and organisational measures, as the service has them */
  measures: string[];
};
export type DeleteApiDeleteBody = {
  /** Whatever it is, the call is refused */
  model?: unknown | undefined;
  /** Whatever it is, the call is refused */
  from?: unknown | undefined;
  /** Whatever it is, the call is refused */
  source?: unknown | undefined;
  /** Whatever it is, the call is refused */
  destination?: unknown | undefined;
};
export type DeleteApiDeleteReply = {
  /** What went wrong; null if nothing did. */
  error: string;
};
export type DeleteResponsesByIdReply = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'response';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedCompletion = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'chat.completion.deleted';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedConversation = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'conversation.deleted';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedFile = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'file';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedKey = {
  /** The kind of this object. */
  object: string;
  /** The unique id. */
  id: string;
  /** True: it is deleted. */
  deleted: boolean;
};
export type DeletedLibraryShare = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'library.share';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedMember = {
  /** The kind of this object. */
  object: string;
  /** The unique id. */
  id: string;
  /** True: it is deleted. */
  deleted: boolean;
};
export type DeletedProject = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'project';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedProjectData = {
  /** The kind of this object. */
  object: 'project.data';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedProjectShare = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'project.share';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedProjectVariable = {
  /** The name that people read. */
  name: string;
  /** The kind of this object. */
  object: 'project.variable';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedTrack = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'music.track';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedVectorStore = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'vector_store.deleted';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedVectorStoreFile = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'vector_store.file.deleted';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedVideo = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'video.job';
  /** True: it is deleted. */
  deleted: true;
};
export type DeletedWebhookEndpoint = {
  /** The unique id. */
  id: string;
  /** True: it is deleted. */
  deleted: true;
};
export type Delivery = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'webhook_delivery';
  /** The event. */
  event_id: string;
  /** The type of the event. */
  event_type: string;
  /** The state: where it is between its start and its end. */
  status: string;
  /** How often it was tried. */
  attempts: number;
  /** When it is tried next; null if it is not. */
  next_attempt_at: string | null;
  /** The HTTP status of the last answer; null if there was none. */
  response_status: number | null;
  /** The delivery that this one repeats; null if it repeats none. */
  replay_of: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When it ended; null while it has not. */
  completed_at: string | null;
  /** The body that was sent. */
  request_body: string;
  /** Every attempt, oldest first. */
  log: {
    /** Which try this is, counted from 1. */
    attempt: number;
    /** When it happened. */
    at: string;
    /** How long it took, in milliseconds. */
    duration_ms: number;
    /** The state: where it is between its start and its end. */
    status: number | null;
    /** What went wrong, in words; null if nothing did. */
    problem: string | null;
    /** The headers that were sent. */
    request_headers: Record<string, string>;
    /** The beginning of the answer. */
    response_excerpt: string | null;
  }[];
};
export type DeliveryList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Delivery[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type EmbeddingList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The kind of this object. */
    object: 'embedding';
    /** The place in the list, counted from 0. */
    index: number;
    /** The vector. */
    embedding: number[] | string;
  }[];
  /** The id of the model that answered. */
  model: string;
  /** What was used and what it cost. */
  usage: {
    /** The tokens that were read. */
    prompt_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
  };
};
export type EmbeddingRequest = {
  /** An id of GET /models with the capability "embedding", or "default" */
  model: string;
  /** A text, texts, token ids or lists of them */
  input: string | string[] | number[] | (number[])[];
  /** float (default): numbers; base64: little-endian 32-bit floats */
  encoding_format?: 'float' | 'base64' | undefined;
  /** Keeps the first values and scales the vector to length 1 */
  dimensions?: number | null | undefined;
  /** Your own identifier of the end customer */
  user?: string | null | undefined;
};
export type EmptiedAnswerCache = {
  /** The kind of this object. */
  object: 'account.answer_cache';
  /** How many answers were deleted */
  deleted: number;
};
export type EmptyAnswerCache = {
  /** Only answers of this model; absent: of all */
  model?: string | undefined;
  /** The reason; kept in the audit log permanently */
  reason?: string | undefined;
};
export type EngineBudget = {
  /** In UTC */
  period: 'day' | 'month';
  /** What it may cost, in credits */
  limit: number;
  /** What was booked as its cost by all nodes, in credits */
  spent: number;
  /** Whether it gets no calls until the window ends */
  used_up: boolean;
  /** When the window ends */
  ends_at: string;
};
export type EngineHealth = {
  /** State of the circuit breaker; open: the model gets no calls for a while */
  state: 'closed' | 'open' | 'testing';
  /** Milliseconds until the open breaker lets a call through */
  opens_for_ms: number;
  /** Number of calls in the last 15 minutes, at most the last 500 */
  calls: number;
  /** How many requests failed. */
  errors: number;
  /** The share of the last calls that failed, from 0 to 1. */
  error_rate: number | null;
  /** How long calls took, in milliseconds. */
  latency_ms: {
    /** Half of the calls took at most this long. */
    p50: number;
    /** Of 20 calls 19 took at most this long. */
    p95: number;
  } | null;
  /** The last error in words; null if there was none. */
  last_error: string | null;
  /** When that was. */
  last_error_at: string | null;
};
export type EngineList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The kind of this object. */
    object: 'operator.engine';
    /** The name that people read. */
    name: string;
    /** The part of the service: chat, code, music, image, video, audio or builder. */
    module: string;
    /** Whether at least one of its models is ready */
    ready: boolean;
    /** What probes of this upstream have found on this node; null: it is not probed */
    probe: EngineProbe | null;
    /** Of this upstream, by period */
    budgets: EngineBudget[];
    /** The models. */
    models: {
      /** The unique id. */
      id: string;
      /** Whether it can be used now. */
      ready: boolean;
      /** false: customers neither see it nor can call it */
      offered: boolean;
      /** Why, in words. */
      reason: string | null;
      /** own: on hardware of the operator */
      hosting: 'own' | 'provider';
      /** How much is done, from 0 to 100. */
      progress: number | null;
      /** What a user should know about it, in words. */
      note: string | null;
      /** Prices in credits, with attribution */
      pricing: Record<string, unknown>;
      /** How its last calls went. */
      health: EngineHealth | null;
    }[];
  }[];
};
export type EngineProbe = {
  /** down: it gets no calls until a probe succeeds; unknown: not probed yet */
  state: 'up' | 'down' | 'unknown';
  /** Failed probes since the last that succeeded */
  failures: number;
  /** When the last probe ended. */
  checked_at: string | null;
  /** The last error in words; null if there was none. */
  last_error: string | null;
};
export type Event = {
  /** The unique id. */
  id: string;
  /** What happened */
  type: EventType;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** The entries of this page, in the order of the list. */
  data: Record<string, unknown>;
};
export type EventType = 'generation.started' | 'generation.completed' | 'generation.failed' | 'batch.completed' | 'batch.failed' | 'batch.expired' | 'batch.cancelled' | 'payment.succeeded' | 'payment.failed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'referral.rewarded' | 'referral.revoked' | 'user.created' | 'credits.depleted' | 'budget.threshold';
export type File = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'file';
  /** What the file is for. */
  purpose: FilePurpose;
  /** The state: where it is between its start and its end. */
  status: 'processed';
  /** The size in bytes. */
  bytes: number;
  /** The media type of the file. */
  content_type: string;
  /** The name of the file. */
  filename: string;
  /** Readable by everyone who knows it; documents and the files of batches need a key */
  url: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** When the file is removed; null: never */
  expires_at: number | null;
};
export type FileAction = {
  /** A term of C2PA, such as c2pa.created */
  action: string;
  /** A term of IPTC's vocabulary */
  digital_source_type: string | null;
  /** What did it, such as a model */
  agent: string | null;
  /** When it says that this was done */
  when: string | null;
};
export type FileCredentials = {
  /** Whether signature, statements and bytes belong together */
  status: 'valid' | 'invalid' | 'absent' | 'unreadable';
  /** Whether the file only names credentials at another address. They are not fetched */
  elsewhere: boolean;
  /** At most 20 */
  failures: {
    /** A code of C2PA */
    code: string;
    /** The same in plain words */
    message: string;
  }[];
  /** Who signed */
  signer: FileSigner | null;
  /** The program that the signer names. Anybody can write any name */
  generator: string | null;
  /** What the credentials say as those of this software do */
  made: {
    /** The model */
    model: string | null;
    /** The request or the job */
    call: string | null;
  } | null;
  /** What was done, at most 20 */
  actions: FileAction[];
  /** What it was made of, as the signer says: at most 50, and 8 deep */
  ingredients: FileIngredient[];
  /** Whether there are more */
  ingredients_cut: boolean;
};
export type FileIngredient = {
  /** 1: what the file was made of; 2: what that was made of */
  depth: number;
  /** The name of the source */
  title: string | null;
  /** The media type of the source */
  format: string | null;
  /** `parentOf`, `inputTo` or `componentOf` */
  relationship: string | null;
  /** The program that made the source */
  generator: string | null;
  /** The name in the certificate of the source */
  signed_by: string | null;
};
export type FileList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: File[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type FileMark = {
  /** A term of IPTC's vocabulary */
  digital_source_type: string;
  /** The model that it names */
  model: string | null;
  /** The request or the job that it names */
  call: string | null;
  /** The program that it names */
  generator: string | null;
  /** When it says that the file was made */
  time: string | null;
};
export type FilePurpose = 'user_data' | 'vision' | 'assistants' | 'batch' | 'batch_output';
export type FileSigner = {
  /** The common name of the certificate */
  name: string | null;
  /** The organization of the certificate */
  organization: string | null;
  /** The authority that issued it */
  issuer: string | null;
  /** The serial number of the certificate, in hexadecimal */
  serial_number: string | null;
  /** The beginning of its validity */
  valid_from: string | null;
  /** The end of its validity */
  valid_until: string | null;
  /** Whether the signature was made with a key of this service, present or earlier */
  this_service: boolean;
  /** Whether an authority of the operator's trust list issued it; `unknown` without such a list, and for this service's own */
  trust_list: 'listed' | 'unlisted' | 'unknown';
};
export type GeminiContent = {
  /** Whose message it is; default: user */
  role?: 'user' | 'model' | 'function' | undefined;
  /** Text, images, calls and their answers */
  parts: GeminiPart[];
};
export type GeminiEmbedRequest = {
  /** Accepted without effect: the path names it */
  model?: string | undefined;
  /** The text to embed, as text parts */
  content: GeminiContent;
  /** Accepted without effect */
  taskType?: string | undefined;
  /** Accepted without effect */
  title?: string | undefined;
  /** Keeps the first values of the vector */
  outputDimensionality?: number | undefined;
};
export type GeminiFunction = {
  /** How the model calls it */
  name: string;
  /** What it does, for the model */
  description?: string | undefined;
  /** Its arguments in Google's schema */
  parameters?: Record<string, unknown> | undefined;
  /** Its arguments as a JSON schema, instead of parameters */
  parametersJsonSchema?: Record<string, unknown> | undefined;
  /** Accepted without effect */
  response?: Record<string, unknown> | undefined;
  /** Accepted without effect */
  responseJsonSchema?: Record<string, unknown> | undefined;
  /** NON_BLOCKING is refused */
  behavior?: 'UNSPECIFIED' | 'BLOCKING' | 'NON_BLOCKING' | undefined;
};
export type GeminiGenerationConfig = {
  /** Higher: more varied; default: that of the model */
  temperature?: number | undefined;
  /** Only the most likely tokens that together have this probability */
  topP?: number | undefined;
  /** Only this many likely tokens */
  topK?: number | undefined;
  /** How many answers; each is charged */
  candidateCount?: number | undefined;
  /** The most tokens to generate */
  maxOutputTokens?: number | undefined;
  /** Texts at which the answer ends */
  stopSequences?: string[] | undefined;
  /** The same seed gives the same answer where the model allows it */
  seed?: number | undefined;
  /** Above 0: speaks of new things */
  presencePenalty?: number | undefined;
  /** Above 0: repeats words less */
  frequencyPenalty?: number | undefined;
  /** text/plain or application/json */
  responseMimeType?: string | undefined;
  /** The answer in Google's schema, with application/json */
  responseSchema?: Record<string, unknown> | undefined;
  /** The answer as a JSON schema, instead of responseSchema */
  responseJsonSchema?: Record<string, unknown> | undefined;
  /** Only TEXT */
  responseModalities?: string[] | undefined;
  /** How closely the model looks at images */
  mediaResolution?: string | undefined;
  /** How much a model that thinks may think */
  thinkingConfig?: {
    /** true: the answer shows the thoughts */
    includeThoughts?: boolean | undefined;
    /** Tokens to think with; 0: none, -1: as the model likes */
    thinkingBudget?: number | undefined;
    /** MINIMAL, LOW, MEDIUM or HIGH */
    thinkingLevel?: string | undefined;
  } | undefined;
};
export type GeminiModel = {
  /** models/ and the id */
  name: string;
  /** The version. */
  version: string;
  /** The name that people read. */
  displayName: string;
  /** What it is, in words. */
  description?: string;
  /** The most tokens that the model reads. */
  inputTokenLimit: number;
  /** The most tokens that one answer may have. */
  outputTokenLimit: number;
  /** The methods that the model answers. */
  supportedGenerationMethods: string[];
};
export type GeminiPart = {
  /** The text of a text part */
  text?: string | undefined;
  /** Marks a thought of an earlier answer */
  thought?: boolean | undefined;
  /** The signature that came with a thought; without effect elsewhere */
  thoughtSignature?: string | undefined;
  /** An image or document, in the request */
  inlineData?: {
    /** image/png, image/jpeg, image/webp, image/gif, application/pdf or text */
    mimeType: string;
    /** Base64 */
    data: string;
  } | undefined;
  /** An image or document, by its address */
  fileData?: {
    /** The type of the file */
    mimeType?: string | undefined;
    /** A file of this service, or an https URL */
    fileUri: string;
  } | undefined;
  /** A call that the model made */
  functionCall?: {
    /** Names the call */
    id?: string | undefined;
    /** The function that was called */
    name: string;
    /** Its arguments */
    args?: Record<string, unknown> | undefined;
  } | undefined;
  /** The answer to a call */
  functionResponse?: {
    /** The call; default: the first open one of this name */
    id?: string | undefined;
    /** The function that was called */
    name: string;
    /** What it returned */
    response: Record<string, unknown>;
  } | undefined;
};
export type GeminiReply = {
  /** The answers. */
  candidates: {
    /** The content. */
    content: {
      /** Who speaks. */
      role: 'model';
      /** The parts of the content. */
      parts: GeminiPart[];
    };
    /** The place in the list, counted from 0. */
    index: number;
    /** Why the answer ended. */
    finishReason?: 'STOP' | 'MAX_TOKENS' | 'SAFETY' | 'MALFORMED_FUNCTION_CALL' | 'FINISH_REASON_UNSPECIFIED';
  }[];
  /** What was used. */
  usageMetadata?: GeminiUsage;
  /** The model that answered. */
  modelVersion: string;
  /** The unique id of the answer. */
  responseId: string;
};
export type GeminiRequest = {
  /** Accepted without effect: the path names it */
  model?: string | undefined;
  /** The conversation so far, oldest first */
  contents: GeminiContent[];
  /** What the model should keep to */
  systemInstruction?: {
    /** Accepted without effect */
    role?: string | undefined;
    /** Text parts */
    parts: GeminiPart[];
  } | undefined;
  /** Your functions; Google's own tools are left out */
  tools?: {
    /** Functions that the model may call */
    functionDeclarations?: GeminiFunction[] | undefined;
  }[] | undefined;
  /** How tools are used */
  toolConfig?: {
    /** Whether functions may or must be called */
    functionCallingConfig?: {
      /** AUTO, ANY, NONE or VALIDATED, in either case */
      mode?: string | undefined;
      /** Only these may be called */
      allowedFunctionNames?: string[] | undefined;
    } | undefined;
  } | undefined;
  /** How the answer is made */
  generationConfig?: GeminiGenerationConfig | undefined;
  /** Only settings that block nothing: this service has no filter */
  safetySettings?: {
    /** Accepted without effect */
    category?: string | undefined;
    /** Only BLOCK_NONE or OFF */
    threshold?: string | undefined;
  }[] | undefined;
  /** Accepted without effect */
  labels?: Record<string, unknown> | undefined;
  /** Only false: these answers are not stored */
  store?: boolean | undefined;
  /** Accepted without effect: there is one tier */
  serviceTier?: string | undefined;
};
export type GeminiUsage = {
  /** The tokens that were read. */
  promptTokenCount: number;
  /** The tokens that were written. */
  candidatesTokenCount: number;
  /** The tokens that were read and written. */
  totalTokenCount: number;
  /** The tokens that the model read from its cache. */
  cachedContentTokenCount?: number;
  /** The tokens of the reasoning. */
  thoughtsTokenCount?: number;
};
export type GenreList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The name that people read. */
    name: string;
    /** What it is, in words. */
    description: string;
    /** The usual beats per minute, lowest and highest. */
    tempo_range: number[];
    /** A prompt to begin with. */
    example_prompt: string;
  }[];
};
export type GetApiVersionReply = {
  /** The version. */
  version: string;
};
export type GetAudioVoicesReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The name that people read. */
    name: string;
    /** The gender of the voice. */
    gender: 'female' | 'male';
    /** The language. */
    language: string;
    /** The accent of the voice. */
    accent: string;
    /** The style. */
    style: string;
    /** OpenAI's names that mean this voice */
    openai_names: string[];
  }[];
};
export type GetCustomersReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Customer[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorAccountsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorAccountLine[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorAuditReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The kind of this object. */
    object: 'operator.audit_entry';
    /** The unique id. */
    id: string;
    /** What was done. */
    action: string;
    /** What it was done to. */
    target: string;
    /** The account. */
    account_id: string | null;
    /** The email address of the account. */
    account_email: string | null;
    /** Who did it. */
    actor: {
      /** The account. */
      account_id: string;
      /** The email address. */
      email: string;
      /** The API key. */
      key_id: string | null;
    };
    /** What the request asked for. */
    asked: Record<string, unknown>;
    /** What it was before. */
    before: Record<string, unknown> | null;
    /** What it was afterwards. */
    after: Record<string, unknown> | null;
    /** Why, in words. */
    reason: string;
    /** The id of the request, as in its `X-Request-Id` header. */
    request_id: string;
    /** When it was made, as an ISO 8601 time in UTC. */
    created_at: string;
  }[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorCodesReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorCode[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorCouponsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorCoupon[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorDeliveriesReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorDelivery[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorEndpointsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The kind of this object. */
    object: 'operator.failing_endpoint';
    /** The unique id. */
    id: string;
    /** The account. */
    account_id: string;
    /** The email address. */
    email: string;
    /** `live` uses real credits; `test` is the sandbox. */
    environment: string;
    /** The address. */
    url: string;
    /** Since when every delivery failed; null if the last one succeeded. */
    failing_since: string | null;
    /** When it was switched off; null if it was not. */
    disabled_at: string | null;
    /** Why it was switched off; null if it was not. */
    disabled_reason: string | null;
    /** Failed deliveries of the last 30 days, counted up to 1,000 */
    failed_deliveries: number;
    /** The HTTP status of the last answer; null if there was none. */
    last_status: number | null;
    /** The last problem in words; null if there was none. */
    last_problem: string | null;
    /** When a delivery last failed; null if none did. */
    last_failed_at: string | null;
  }[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorJobsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorJob[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorReferralsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorReferral[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorSettingsChangesReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorSettingChange[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetOperatorUpstreamsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorUpstream[];
};
export type GetResponsesByIdInputItemsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The kind of this entry. */
    type: string;
    /** The unique id. */
    id?: string;
  }[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
};
export type GetResponsesByIdReply = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'response';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** The state: where it is between its start and its end. */
  status: 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';
  /** The id of the model that answered. */
  model: string;
  /** The items of the answer, in order. */
  output: {
    /** The kind of this entry. */
    type: string;
    /** The unique id. */
    id?: string;
  }[];
  /** What was used and what it cost. */
  usage?: {
    /** The tokens that were read. */
    input_tokens: number;
    /** The tokens that were written. */
    output_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** The credits. */
    credits?: number;
  };
};
export type GetRunsReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: RunSummary[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type GetV1betaModelsReply = {
  /** The models. */
  models: GeminiModel[];
  /** Send it as `pageToken` to read the next page. */
  nextPageToken?: string;
};
export type GrantKind = 'promotional' | 'included' | 'general';
export type GuardAction = 'note' | 'mask' | 'refuse';
export type GuardModeration = {
  /** Default: the first model for moderation */
  model?: string | undefined;
  /** What happens with a request, or a whole answer, that is flagged */
  action: ModerationAction;
  /** What happens while the model cannot be asked; default: refuse */
  on_failure?: ModerationFailure | undefined;
  /** Also the answers of calls without a stream; default: false */
  answers?: boolean | undefined;
};
export type GuardTallies = {
  /** What was replaced by its kind */
  masked?: MaskedTally;
  /** What was only counted */
  noted?: NotedTally;
  /** What the request was refused for, or an answer ended at */
  refused?: RefusedTally;
  /** Flagged categories, or "failed" */
  moderation?: string[];
};
export type GuardTerms = {
  /** What is looked for in all that goes to a model, and what is done then */
  prompts?: GuardedPrompts | undefined;
  /** The same for what a model writes, also in streams and arguments of tools */
  answers?: GuardedAnswers | undefined;
  /** Asks a moderation model about each request before it is sent */
  moderation?: GuardModeration | undefined;
};
export type GuardedAnswers = {
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  email?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  phone?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  card?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  iban?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  secret?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  ip?: GuardAction | undefined;
};
export type GuardedPrompts = {
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  email?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  phone?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  card?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  iban?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  secret?: GuardAction | undefined;
  /** mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted */
  ip?: GuardAction | undefined;
};
export type ImageAnswer = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'image';
  /** When it was made, in seconds since 1970. */
  created: number;
  /** Where the first image can be downloaded. */
  image_url: string;
  /** The images. */
  images: MadeImage[];
  /** The id of the model that answered. */
  model: string;
  /** What a user should know about this result, in words. */
  warnings: string[];
  /** What was used and what it cost. */
  usage: {
    /** How many images were made. */
    images: number;
    /** The credits. */
    credits?: number;
  };
};
export type ImageModelList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The kind of this object. */
    object: 'model';
    /** Whether it can be used now. */
    ready: boolean;
  }[];
};
export type ImageResponseFormat = 'url' | 'b64_json' | null;
export type InputTokens = {
  /** The kind of this object. */
  object: 'response.input_tokens';
  /** The tokens that were read. */
  input_tokens: number;
};
export type Invitation = {
  /** The kind of this object. */
  object: 'account.invitation';
  /** The unique id. */
  id: string;
  /** The email address. */
  email: string | null;
  /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
  role: Role;
  /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
  monthly_credit_cap: number | null;
  /** Email address of the member who invited */
  invited_by: string;
  /** The link; shown only once, and only without an email address or without a mail server */
  url?: string;
  /** When it ends or is deleted; null if never. */
  expires_at: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type InvitationList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Invitation[];
};
export type InvitationPreview = {
  /** The kind of this object. */
  object: 'account.invitation_preview';
  /** The name of the account. */
  account_name: string;
  /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
  role: Role;
  /** Who sent the invitation. */
  invited_by: string;
  /** When it ends or is deleted; null if never. */
  expires_at: string;
};
export type Invite = {
  /** The kind of this object. */
  object: 'operator.invite';
  /** Lets one person sign up; shown only once */
  url: string;
  /** When it ends or is deleted; null if never. */
  expires_at: string;
  /** The entry of the audit log. */
  audit_id: string;
};
export type Job = {
  /** The unique id. */
  id: string;
  /** music.job, video.job, image.job, build.job, batch.job, vector_files.job or response.job */
  object: string;
  /** The state: where it is between its start and its end. */
  status: JobStatus;
  /** How much is done, from 0 to 100. */
  progress: number;
  /** What is being done now, in words. */
  stage: string;
  /** The place among the jobs of your account that have not ended, from 1, those that run first; 0 once the job runs itself */
  queue_position: number;
  /** Estimated seconds left, with the wait in the queue, based on earlier jobs */
  estimated_time: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When the work began; null while it waits. */
  started_at: string | null;
  /** When it ended; null while it has not. */
  completed_at: string | null;
  /** What went wrong; null if nothing did. */
  error: JobError | null;
  /** What it cost, once it has ended; for a cancelled job what it had used by then */
  usage?: {
    /** The credits. */
    credits: number;
  };
};
export type JobError = {
  /** A stable code for programs. */
  code: string;
  /** What happened, in words for a person. */
  message: string;
};
export type JobList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Job[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type JobStatus = 'processing' | 'completed' | 'failed' | 'cancelled';
export type KeptBodies = 'kept' | 'not_kept' | 'not_allowed';
export type Key = {
  /** The kind of this object. */
  object: 'key';
  /** The unique id. */
  id: string;
  /** The name that people read. */
  name: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** The first and last characters of the key, to recognise it by. */
  hint: string;
  /** The secret; shown only once */
  key?: string;
  /** What the key may do; `*` is everything. */
  scopes: string[];
  /** When it ends or is deleted; null if never. */
  expires_at: string | null;
  /** The addresses that may use the key; empty for all. */
  ip_allow_list: string[] | null;
  /** The most requests in a minute. */
  requests_per_minute: number | null;
  /** The most credits that it may spend in a month; null without a cap. */
  monthly_credit_cap: number | null;
  /** The most credits that it may spend in a day; null without a cap. */
  daily_credit_cap: number | null;
  /** The most tokens in a minute; null without a limit. */
  tokens_per_minute: number | null;
  /** The most credits that each end customer without a cap of its own may spend in a day; null without a cap. */
  customer_daily_credit_cap: number | null;
  /** The most credits that each end customer without a cap of its own may spend in a month; null without a cap. */
  customer_monthly_credit_cap: number | null;
  /** The models that the key may use; null: all that the plan allows */
  models: string[] | null;
  /** What is kept of the requests with this key; null: as the account says */
  request_log: RequestLogLevel | null;
  /** Whether calls with the key leave nothing behind */
  zero_retention: boolean;
  /** How long identical calls get the same answer again; 0: never; null: as the plan says */
  answer_cache_seconds: number | null;
  /** What the key demands on top of the account and the plan; null: nothing more */
  guards: GuardTerms | null;
  /** When it was last used; null if never. */
  last_used_at: string | null;
  /** The member who made the key; null: the command line */
  member_id: string | null;
  /** Email address of the member who made the key */
  created_by: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type KeyList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Key[];
};
export type LanguageList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The kind of this object. */
    object: 'language';
    /** The name that people read. */
    name: string;
    /** The endings of its files. */
    extensions: string[];
    /** Other names for it. */
    aliases: string[];
    /** Whether answers in this language are checked for syntax */
    checked: boolean;
  }[];
};
export type LibraryChange = {
  /** The kind of this object. */
  object: 'library.change';
  /** The items that were changed; unknown ids are left out */
  ids: string[];
};
export type LibraryItem = {
  /** Id of the track, the video, the project or the file */
  id: string;
  /** The kind of this object. */
  object: 'library.item';
  /** What kind of work or thing it is. */
  kind: 'image' | 'song' | 'video' | 'build';
  /** null: nobody named it */
  title: string | null;
  /** The words that it was made from; empty where they were not kept */
  prompt: string;
  /** Its tags */
  tags: string[];
  /** The file, readable by everyone who knows it; for a build its preview */
  url: string;
  /** The same as a download; that of a build needs the key or the session */
  download_url: string;
  /** A small picture of it, at most 480 pixels wide and high */
  thumbnail_url: string | null;
  /** null for builds */
  content_type: string | null;
  /** null for builds */
  bytes: number | null;
  /** How many valid share links it has */
  shares: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type LibraryItemList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: LibraryItem[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** The cursor of the next page */
  next_cursor: string | null;
};
export type LibraryShare = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'library.share';
  /** Whoever knows it sees the item, without signing in */
  url: string;
  /** When it ends or is deleted; null if never. */
  expires_at: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type LibraryShareList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: LibraryShare[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: null;
};
export type LibraryTagList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The tag */
    tag: string;
    /** How many items have it */
    items: number;
  }[];
};
export type LocalServer = {
  /** The kind of this object. */
  object: 'operator.local_server';
  /** The unique id. */
  id: string;
  /** The title that people read. */
  title: string;
  /** What its models make */
  makes: 'text' | 'image';
  /** The address. */
  url: string;
  /** The version. */
  version: string | null;
  /** The models. */
  models: string[];
  /** found: not used · connected: its models are offered · configured: named in the settings · gone: connected, but it does not answer */
  state: 'found' | 'connected' | 'configured' | 'gone';
};
export type LocalServerList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: LocalServer[];
};
export type LogAction = 'account.change' | 'account.delete' | 'account.keep' | 'account.handover' | 'plan.change' | 'member.invite' | 'member.join' | 'member.change' | 'member.remove' | 'member.leave' | 'invitation.revoke' | 'key.create' | 'key.change' | 'key.rotate' | 'key.revoke' | 'webhook.create' | 'webhook.change' | 'webhook.rotate' | 'webhook.delete' | 'passkey.add' | 'passkey.rename' | 'passkey.remove' | 'request_log.change' | 'ways_in.end' | 'customer.change' | 'run.change' | 'run.close' | 'alerts.change';
export type LogEntry = {
  /** The kind of this object. */
  object: 'account.log_entry';
  /** The unique id. */
  id: string;
  /** What was done. */
  action: string;
  /** Id of what was changed */
  target: string;
  /** Who did it; all null: the service itself */
  actor: {
    /** The member. */
    member_id: string | null;
    /** The email address. */
    email: string | null;
    /** The API key. */
    key_id: string | null;
  };
  /** What it was before. */
  before: Record<string, unknown> | null;
  /** What it was afterwards. */
  after: Record<string, unknown> | null;
  /** The id of the request, as in its `X-Request-Id` header. */
  request_id: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type LogList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: LogEntry[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type LoggedRequest = {
  /** The kind of this object. */
  object: 'request';
  /** The unique id. */
  id: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** The HTTP method. */
  method: string;
  /** The route, with the names of its parameters */
  route: string;
  /** The part of the service: chat, code, music, image, video, audio or builder. */
  module: string;
  /** The HTTP status; 499: the client closed the connection before its answer */
  status: number;
  /** stopped: the client ended it, which is no error */
  outcome: RequestOutcome;
  /** The code of the error; null if the request succeeded. */
  error_code: string | null;
  /** null: a user of the dashboard */
  key_id: string | null;
  /** The signed-in user, or the maker of the key */
  member_id: string | null;
  /** The model that was asked for */
  model: string | null;
  /** The model that answered */
  served_model: string | null;
  /** The tokens that were read. */
  prompt_tokens: number | null;
  /** The tokens that were written. */
  completion_tokens: number | null;
  /** The tokens that the model read from its cache. */
  cached_tokens: number | null;
  /** Whether the answer came from the answer cache */
  from_cache: boolean;
  /** The tokens that the client got before it left; completion_tokens are those that it pays. null: it stayed */
  delivered_tokens: number | null;
  /** What the call cost; null: nothing was charged, or a job is charged later */
  credits: number | null;
  /** The job that the call created */
  job_id: string | null;
  /** What guards did: kinds and counts, never values; null: nothing was found */
  guards: GuardTallies | null;
  /** The size of the request in bytes. */
  request_bytes: number;
  /** Before compression */
  response_bytes: number;
  /** Whether the answer was streamed. */
  streamed: boolean;
  /** From the arrival to the first part of the answer, of a stream the first token */
  first_byte_ms: number | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** The error in words; null if the request succeeded. */
  error_message: string | null;
};
export type Loudness = {
  /** The loudness of the whole piece, in LUFS. */
  integrated_lufs: number;
  /** The highest peak, in dBTP. */
  true_peak_db: number;
};
export type MadeImage = {
  /** The address. */
  url: string;
  /** The width in pixels. */
  width: number;
  /** The height in pixels. */
  height: number;
  /** The number that repeats this result; null if the engine has none. */
  seed: number | null;
  /** The file format. */
  format: string;
};
export type MaskedKind = 'email' | 'key' | 'card' | 'phone' | 'ip';
export type MaskedTally = {
  /** How many values of the kind email */
  email?: number;
  /** How many values of the kind phone */
  phone?: number;
  /** How many values of the kind card */
  card?: number;
  /** How many values of the kind iban */
  iban?: number;
  /** How many values of the kind secret */
  secret?: number;
  /** How many values of the kind ip */
  ip?: number;
};
export type Mastering = {
  /** How loud and how dense; default: streaming */
  preset?: MasteringPreset | undefined;
  /** Integrated loudness; −14 when absent */
  target_lufs?: number | undefined;
};
export type MasteringPreset = 'streaming' | 'loud' | 'warm' | 'off';
export type Member = {
  /** The kind of this object. */
  object: 'account.member';
  /** The unique id. */
  id: string;
  /** The email address. */
  email: string;
  /** The name that people read. */
  name: string;
  /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
  role: Role;
  /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
  monthly_credit_cap: number | null;
  /** Credits spent in this environment since the cap was set; null without a cap */
  spent_this_month: number | null;
  /** The account was opened for this user, whose email address it has */
  is_founder: boolean;
  /** When the member joined. */
  joined_at: string;
};
export type MemberList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Member[];
};
export type Membership = {
  /** The kind of this object. */
  object: 'account.membership';
  /** The account. */
  account_id: string;
  /** The name of the account, or its email address if it has none */
  account_name: string;
  /** The member. */
  member_id: string;
  /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
  role: Role;
  /** The session acts for this account */
  is_current: boolean;
  /** When the member joined. */
  joined_at: string;
};
export type MembershipList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Membership[];
};
export type Model = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'model';
  /** When it was made, in seconds since 1970. */
  created: number;
  /** Who made the weights of a model of this machine; `operator`: the operator connected it. */
  owned_by: string;
  /** The part of the service that uses the model. */
  module: string;
  /** What runs the model: an engine of this machine, or `upstream`. */
  engine: string;
  /** The most tokens that the model reads and writes together. */
  context_window: number | null;
  /** The most tokens that one answer may have. */
  max_output_tokens: number | null;
  /** What the model can do. */
  capabilities: string[];
  /** Prices in credits, as charged to this account */
  pricing: Record<string, unknown>;
  /** Whether it can be used now. */
  ready: boolean;
  /** 0 to 1 while the weights are being downloaded */
  progress?: number;
  /** Names of other services' models that the operator lets it stand for */
  aliases?: string[];
  /** What a user should know about it, in words. */
  note?: string;
  /** What its answers are often wrong about, and how to connect a better model */
  warnings?: string[];
};
export type ModelList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Model[];
};
export type ModelPrice = Record<string, unknown>;
export type ModelRecommendation = {
  /** The kind of this object. */
  object: 'operator.model_recommendation';
  /** The machine that does the work. */
  machine: {
    /** The machine in words. */
    described: string;
    /** The memory in bytes. */
    memory_bytes: number;
    /** How many processor cores it has. */
    cores: number;
    /** The graphics processor; null if none was found. */
    gpu: {
      /** The name that people read. */
      name: string;
      /** The memory in bytes. */
      memory_bytes: number | null;
    } | null;
    /** The free disk space in bytes. */
    free_disk_bytes: number | null;
  };
  /** The entries of this page, in the order of the list. */
  data: {
    /** What the model is used for. */
    use: string;
    /** The id of the model that answered. */
    model: string | null;
    /** How much is downloaded, in bytes. */
    download_bytes: number;
    /** Why, in words. */
    reason: string;
    /** The models that do not fit, with the reason. */
    passed_over: {
      /** The id of the model that answered. */
      model: string;
      /** Why, in words. */
      why: string;
    }[];
  }[];
};
export type ModerationAction = 'note' | 'refuse';
export type ModerationFailure = 'refuse' | 'allow';
export type MusicJob = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'music.job';
  /** The state: where it is between its start and its end. */
  status: JobStatus;
  /** How much is done, from 0 to 100. */
  progress: number;
  /** composing, arranging, singing, mixing, mastering, encoding */
  stage: string;
  /** The place in the queue of this account, counted from 1; null once the work has begun. */
  queue_position: number;
  /** About how many seconds are left, the wait included. */
  estimated_time: number;
  /** The title that people read. */
  title?: string;
  /** The genre. */
  genre?: string | null;
  /** The length in seconds. */
  duration?: number;
  /** The beats per minute. */
  tempo?: number | null;
  /** The musical key. */
  key?: string | null;
  /** The parts of the song, in order. */
  sections?: SongSection[];
  /** The words that are sung; null for instrumental music. */
  lyrics?: string | null;
  /** The voices that sing. */
  voices?: string[];
  /** Where the sound can be downloaded; null until it is ready. */
  audio_url?: string;
  /** The address of each file format. */
  formats?: Record<string, string>;
  /** The address of each single track of the mix. */
  stems?: Record<string, string>;
  /** Where all stems can be downloaded as one archive. */
  stems_url?: string | null;
  /** Where the notes can be downloaded as MIDI. */
  midi_url?: string | null;
  /** The loudness over time, from 0 to 1, for drawing. */
  waveform?: number[];
  /** Where the cover image can be downloaded. */
  cover_url?: string | null;
  /** How loud the sound is. */
  loudness?: Loudness;
  /** The number that repeats this result; null if the engine has none. */
  seed?: number | null;
  /** What was read from the prompt. */
  understood?: Record<string, unknown>;
  /** What a user should know about this result, in words. */
  warnings?: string[];
  /** What it cost, once it has ended */
  usage?: {
    /** The credits. */
    credits: number;
  };
};
export type NewConversation = {
  /** What the conversation begins with */
  items?: ({
    /** message (default), function_call, custom_tool_call, tool_search_call, their outputs, reasoning, compaction, additional_tools or item_reference */
    type?: string | undefined;
    /** Id of the item; an item_reference names an item of a stored response */
    id?: string | null | undefined;
    /** Whose message it is */
    role?: 'user' | 'assistant' | 'system' | 'developer' | undefined;
    /** The message, as text or as parts */
    content?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | null | undefined;
    /** Which call this is, or which call this is the output of */
    call_id?: string | undefined;
    /** The function that was called */
    name?: string | undefined;
    /** The namespace of the tool that was called */
    namespace?: string | null | undefined;
    /** The arguments of the call, as JSON text; of a search of tools, as an object */
    arguments?: unknown | undefined;
    /** What a custom tool was called with */
    input?: string | undefined;
    /** What a search of tools found */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
      /** The tools of a namespace */
      tools?: ({
        /** function, custom, namespace or tool_search; others are left out */
        type: string;
        /** How the model calls the tool */
        name?: string | undefined;
        /** What the tool does, for the model */
        description?: string | null | undefined;
        /** JSON schema of the arguments of a function */
        parameters?: Record<string, unknown> | null | undefined;
        /** true: the arguments follow the schema exactly */
        strict?: boolean | null | undefined;
        /** Text, or the grammar, that a custom tool takes */
        format?: unknown | undefined;
        /** client: you answer the search of tools */
        execution?: string | undefined;
        /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
        external_web_access?: boolean | null | undefined;
        /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
        filters?: {
          /** Results of these domains alone are shown to the model */
          allowed_domains?: string[] | null | undefined;
        } | null | undefined;
        /** Of file_search: the vector stores to search */
        vector_store_ids?: string[] | null | undefined;
        /** Of file_search: how many passages a search finds at most; default 8 */
        max_num_results?: number | null | undefined;
        /** Of file_search: how passages are ranked */
        ranking_options?: {
          /** Accepted; passages are ranked by similarity */
          ranker?: string | null | undefined;
          /** Only passages with at least this score */
          score_threshold?: number | null | undefined;
          /** Refused: passages are found by meaning alone */
          hybrid_search?: unknown | undefined;
        } | null | undefined;
        /** true: shown to the model once a search of yours has found it */
        defer_loading?: boolean | null | undefined;
      })[] | undefined;
    })[] | undefined;
    /** What the tool returned, as text or as parts: text, images, documents */
    output?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | undefined;
    /** What the model thought, of an item of type reasoning */
    summary?: {
      /** summary_text or reasoning_text */
      type?: string | undefined;
      /** The thought */
      text: string;
    }[] | undefined;
    /** The thought itself, encrypted, or the signature that came with it */
    encrypted_content?: string | null | undefined;
  })[] | null | undefined;
  /** Up to 16 notes of your own */
  metadata?: Record<string, string> | null | undefined;
};
export type NewConversationItems = {
  /** Messages, calls and their outputs, oldest first */
  items: ({
    /** message (default), function_call, custom_tool_call, tool_search_call, their outputs, reasoning, compaction, additional_tools or item_reference */
    type?: string | undefined;
    /** Id of the item; an item_reference names an item of a stored response */
    id?: string | null | undefined;
    /** Whose message it is */
    role?: 'user' | 'assistant' | 'system' | 'developer' | undefined;
    /** The message, as text or as parts */
    content?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | null | undefined;
    /** Which call this is, or which call this is the output of */
    call_id?: string | undefined;
    /** The function that was called */
    name?: string | undefined;
    /** The namespace of the tool that was called */
    namespace?: string | null | undefined;
    /** The arguments of the call, as JSON text; of a search of tools, as an object */
    arguments?: unknown | undefined;
    /** What a custom tool was called with */
    input?: string | undefined;
    /** What a search of tools found */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
      /** The tools of a namespace */
      tools?: ({
        /** function, custom, namespace or tool_search; others are left out */
        type: string;
        /** How the model calls the tool */
        name?: string | undefined;
        /** What the tool does, for the model */
        description?: string | null | undefined;
        /** JSON schema of the arguments of a function */
        parameters?: Record<string, unknown> | null | undefined;
        /** true: the arguments follow the schema exactly */
        strict?: boolean | null | undefined;
        /** Text, or the grammar, that a custom tool takes */
        format?: unknown | undefined;
        /** client: you answer the search of tools */
        execution?: string | undefined;
        /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
        external_web_access?: boolean | null | undefined;
        /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
        filters?: {
          /** Results of these domains alone are shown to the model */
          allowed_domains?: string[] | null | undefined;
        } | null | undefined;
        /** Of file_search: the vector stores to search */
        vector_store_ids?: string[] | null | undefined;
        /** Of file_search: how many passages a search finds at most; default 8 */
        max_num_results?: number | null | undefined;
        /** Of file_search: how passages are ranked */
        ranking_options?: {
          /** Accepted; passages are ranked by similarity */
          ranker?: string | null | undefined;
          /** Only passages with at least this score */
          score_threshold?: number | null | undefined;
          /** Refused: passages are found by meaning alone */
          hybrid_search?: unknown | undefined;
        } | null | undefined;
        /** true: shown to the model once a search of yours has found it */
        defer_loading?: boolean | null | undefined;
      })[] | undefined;
    })[] | undefined;
    /** What the tool returned, as text or as parts: text, images, documents */
    output?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | undefined;
    /** What the model thought, of an item of type reasoning */
    summary?: {
      /** summary_text or reasoning_text */
      type?: string | undefined;
      /** The thought */
      text: string;
    }[] | undefined;
    /** The thought itself, encrypted, or the signature that came with it */
    encrypted_content?: string | null | undefined;
  })[];
};
export type NewUpstream = {
  /** Unique among all upstreams; customers do not see it */
  name: string;
  /** What its models make */
  makes?: 'text' | 'image' | 'music' | 'video' | 'speech' | 'transcription' | undefined;
  /** An entry of `upstreams` (text), `image_upstreams`, `music_upstreams`, `video_upstreams`, `speech_upstreams` or `transcription_upstreams` of the configuration file, without name and key: kind, base_url, models with their price, cost, weight and fallbacks, `own` or `provider` where the address does not tell who bills the calls, and the fields of the kind. Text has token prices, headers, aliases, context and capabilities; images are priced per image, speech per million characters, the others per second. 1,000 models at most. */
  settings: Record<string, unknown>;
  /** Stored encrypted and never shown again. Left out: stays as it is. null: none. */
  api_key?: string | null | undefined;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type NewVectorStore = {
  /** Your name for the store */
  name?: string | null | undefined;
  /** What the store is for */
  description?: string | null | undefined;
  /** Files to read into the store */
  file_ids?: string[] | undefined;
  /** How files are cut; auto is the default */
  chunking_strategy?: {
    /** auto: 800 tokens, or as many as the model reads at once */
    type: 'auto' | 'static';
    /** Sizes of your own */
    static?: {
      /** The most tokens of a chunk */
      max_chunk_size_tokens: number;
      /** How much of a chunk the next one begins with; at most half of a chunk */
      chunk_overlap_tokens: number;
    } | undefined;
  } | undefined;
  /** An embedding model of GET /models; default "default" */
  embedding_model?: string | undefined;
  /** Empties the store if it was not used for so long */
  expires_after?: {
    /** From when: the last use */
    anchor: 'last_active_at';
    /** How long */
    days: number;
  } | null | undefined;
  /** Up to 16 texts of your own */
  metadata?: Record<string, string> | null | undefined;
};
export type NewVectorStoreFile = {
  /** Id of a file */
  file_id: string;
  /** Up to 16 texts, numbers or booleans, by which a search can filter */
  attributes?: Record<string, string | number | boolean> | null | undefined;
  /** How files are cut; auto is the default */
  chunking_strategy?: {
    /** auto: 800 tokens, or as many as the model reads at once */
    type: 'auto' | 'static';
    /** Sizes of your own */
    static?: {
      /** The most tokens of a chunk */
      max_chunk_size_tokens: number;
      /** How much of a chunk the next one begins with; at most half of a chunk */
      chunk_overlap_tokens: number;
    } | undefined;
  } | undefined;
};
export type NewVectorStoreFileBatch = {
  /** Files to read into the store */
  file_ids?: string[] | undefined;
  /** The same, each with its own attributes and chunks; instead of file_ids */
  files?: ({
    /** Id of a file */
    file_id: string;
    /** Up to 16 texts, numbers or booleans, by which a search can filter */
    attributes?: Record<string, string | number | boolean> | null | undefined;
    /** How files are cut; auto is the default */
    chunking_strategy?: {
      /** auto: 800 tokens, or as many as the model reads at once */
      type: 'auto' | 'static';
      /** Sizes of your own */
      static?: {
        /** The most tokens of a chunk */
        max_chunk_size_tokens: number;
        /** How much of a chunk the next one begins with; at most half of a chunk */
        chunk_overlap_tokens: number;
      } | undefined;
    } | undefined;
  })[] | undefined;
  /** Up to 16 texts, numbers or booleans, by which a search can filter */
  attributes?: Record<string, string | number | boolean> | null | undefined;
  /** How files are cut; auto is the default */
  chunking_strategy?: {
    /** auto: 800 tokens, or as many as the model reads at once */
    type: 'auto' | 'static';
    /** Sizes of your own */
    static?: {
      /** The most tokens of a chunk */
      max_chunk_size_tokens: number;
      /** How much of a chunk the next one begins with; at most half of a chunk */
      chunk_overlap_tokens: number;
    } | undefined;
  } | undefined;
};
export type NotedTally = {
  /** How many values of the kind email */
  email?: number;
  /** How many values of the kind phone */
  phone?: number;
  /** How many values of the kind card */
  card?: number;
  /** How many values of the kind iban */
  iban?: number;
  /** How many values of the kind secret */
  secret?: number;
  /** How many values of the kind ip */
  ip?: number;
};
export type OllamaChatReply = {
  /** The id of the model that answered. */
  model: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** Whether the answer has ended. */
  done: boolean;
  /** What happened, in words for a person. */
  message: OllamaMessage;
  /** Why the answer ended. */
  done_reason?: string;
  /** Nanoseconds, as the others */
  total_duration?: number;
  /** How long the model took to load, in nanoseconds. */
  load_duration?: number;
  /** The tokens that were read. */
  prompt_eval_count?: number;
  /** How long reading took, in nanoseconds. */
  prompt_eval_duration?: number;
  /** The tokens that were written. */
  eval_count?: number;
  /** How long writing took, in nanoseconds. */
  eval_duration?: number;
};
export type OllamaMessage = {
  /** Whose message it is */
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** The text */
  content?: string | undefined;
  /** What the model thought before its answer */
  thinking?: string | undefined;
  /** Base64 */
  images?: string[] | undefined;
  /** Functions that the model called */
  tool_calls?: {
    /** Names the call */
    id?: string | undefined;
    /** The call */
    function: {
      /** The function that was called */
      name: string;
      /** Its arguments */
      arguments?: Record<string, unknown> | undefined;
    };
  }[] | undefined;
  /** Which function this answers */
  tool_name?: string | undefined;
  /** Which call this answers; default: the first open one of tool_name */
  tool_call_id?: string | undefined;
};
export type OllamaModelDetails = {
  /** The model that it was made from; empty if none. */
  parent_model: string;
  /** The file format. */
  format: string;
  /** The architecture of the model. */
  family: string;
  /** The architectures of the model. */
  families: string[];
  /** How many parameters the model has. */
  parameter_size: string;
  /** How its weights are compressed. */
  quantization_level: string;
};
export type OllamaModels = {
  /** The models. */
  models: {
    /** The name that people read. */
    name: string;
    /** The id of the model that answered. */
    model: string;
    /** When the model was last changed. */
    modified_at: string;
    /** 0: unknown here */
    size: number;
    /** SHA-256 of the id */
    digest: string;
    /** Facts about the model. */
    details: OllamaModelDetails;
  }[];
};
export type OllamaOptions = {
  /** Below 1: up to the model’s own limit */
  num_predict?: number | undefined;
  /** Higher: more varied; default: that of the model */
  temperature?: number | undefined;
  /** Only the most likely tokens that together have this probability */
  top_p?: number | undefined;
  /** Only this many likely tokens */
  top_k?: number | undefined;
  /** Only tokens at least this likely, relative to the likeliest */
  min_p?: number | undefined;
  /** The same seed gives the same answer where the model allows it */
  seed?: number | undefined;
  /** Text, or up to 16 texts, at which the answer ends */
  stop?: string | string[] | undefined;
  /** Above 0: speaks of new things */
  presence_penalty?: number | undefined;
  /** Above 0: repeats words less */
  frequency_penalty?: number | undefined;
  /** Above 1: repeats earlier tokens less */
  repeat_penalty?: number | undefined;
};
export type OllamaTool = {
  /** The only kind */
  type: 'function';
  /** The function */
  function: {
    /** How the model calls it */
    name: string;
    /** What it does, for the model */
    description?: string | undefined;
    /** JSON schema of its arguments */
    parameters?: Record<string, unknown> | undefined;
  };
};
export type OpenAiImages = {
  /** When it was made, in seconds since 1970. */
  created: number;
  /** The entries of this page, in the order of the list. */
  data: {
    /** The address. */
    url?: string;
    /** The image as base64, if `response_format` asked for it. */
    b64_json?: string;
  }[];
  /** What was used and what it cost. */
  usage: {
    /** The tokens that were read. */
    input_tokens: number;
    /** One for every 32 × 32 pixels of the images */
    output_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** The parts of the tokens that were read. */
    input_tokens_details: {
      /** The tokens of text. */
      text_tokens: number;
      /** The tokens of images. */
      image_tokens: number;
    };
    /** How many images were made. */
    images: number;
    /** The credits. */
    credits?: number;
  };
};
export type OpenAiVideoDeleted = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'video.deleted';
  /** True: it is deleted. */
  deleted: true;
};
export type OpenAiVideoList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Video[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
};
export type OpenConversation = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'conversation';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** Your own names and values. */
  metadata: Record<string, string>;
};
export type OperatorAccount = {
  /** The kind of this object. */
  object: 'operator.account';
  /** The unique id. */
  id: string;
  /** The email address. */
  email: string;
  /** The name that people read. */
  name: string;
  /** The plan. */
  plan: string;
  /** Whether the account belongs to the owner of the service. */
  is_owner: boolean;
  /** The state: where it is between its start and its end. */
  status: 'active' | 'suspended';
  /** When the account was suspended; null if it is not. */
  suspended_at: string | null;
  /** The live balance */
  credits: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** The plan that the operator gave; null: none. The plan of the account is the higher of it and of what was paid for. */
  given_plan: string | null;
  /** Whether results name the service. */
  attribution_setting: 'required' | 'waived';
  /** The account's own price factor in thousandths; null without one. */
  price_factor_permille: number | null;
  /** The balance in each environment. */
  balances: {
    /** For the live environment. */
    live: AccountCredits;
    /** For the sandbox. */
    test: AccountCredits;
  };
  /** Credits with terms of which something is left, in the order of their use */
  grants: {
    /** For the live environment. */
    live: AccountGrant[];
    /** For the sandbox. */
    test: AccountGrant[];
  };
  /** How many keys there are in each environment. */
  keys: {
    /** For the live environment. */
    live: number;
    /** For the sandbox. */
    test: number;
    /** When it was last used; null if never. */
    last_used_at: string | null;
  };
  /** How many jobs wait and run. */
  jobs: {
    /** How many wait. */
    waiting: number;
    /** How many run. */
    running: number;
  };
  /** The paid plan; null if there is none. */
  subscription: {
    /** The unique id. */
    id: string;
    /** The plan. */
    plan: string;
    /** The state: where it is between its start and its end. */
    status: string;
    /** When the paid period ends. */
    current_period_end: string;
  } | null;
  /** What was used in the last 30 days. */
  usage_30_days: {
    /** How many requests there were. */
    requests: number;
    /** How many requests failed. */
    errors: number;
    /** The credits. */
    credits: number;
  };
  /** The same, for each module. */
  usage_by_module: {
    /** The part of the service: chat, code, music, image, video, audio or builder. */
    module: string;
    /** How many requests there were. */
    requests: number;
    /** How many requests failed. */
    errors: number;
    /** The credits. */
    credits: number;
  }[];
};
export type OperatorAccountLine = {
  /** The kind of this object. */
  object: 'operator.account';
  /** The unique id. */
  id: string;
  /** The email address. */
  email: string;
  /** The name that people read. */
  name: string;
  /** The plan. */
  plan: string;
  /** Whether the account belongs to the owner of the service. */
  is_owner: boolean;
  /** The state: where it is between its start and its end. */
  status: 'active' | 'suspended';
  /** When the account was suspended; null if it is not. */
  suspended_at: string | null;
  /** The live balance */
  credits: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type OperatorAnswerCache = {
  /** The kind of this object. */
  object: 'operator.answer_cache';
  /** How many answers were deleted */
  deleted: number;
};
export type OperatorBooks = {
  /** The kind of this object. */
  object: 'operator.books';
  /** The first month */
  from: string;
  /** The last month */
  to: string;
  /** Of the seller, for new documents and movements */
  time_zone: string;
  /** Invoices and credit notes by month, currency, country and rate */
  payments: {
    /** In the seller's time zone */
    month: string;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** The country, as two letters of ISO 3166. */
    country: string | null;
    /** Percent */
    tax_rate: number;
    /** Why there is a tax, or none: `reverse_charge` and `small_business` have none. */
    tax_kind: 'standard' | 'reverse_charge' | 'small_business' | 'outside_scope';
    /** How many */
    payments: number;
    /** Minor units, the tax contained */
    paid: number;
    /** The tax in it */
    paid_tax: number;
    /** What was refunded, the tax contained */
    refunded: number;
    /** The tax in it */
    refunded_tax: number;
    /** What disputes took, less what was won back */
    disputed: number;
    /** The tax in it */
    disputed_tax: number;
    /** What is left, without tax */
    net: number;
    /** The tax of what is left */
    tax: number;
    /** What is left: paid less refunded less disputed */
    total: number;
  }[];
  /** The same of all countries, for a tax return */
  by_rate: {
    /** In the seller's time zone */
    month: string;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** Percent */
    tax_rate: number;
    /** Why there is a tax, or none: `reverse_charge` and `small_business` have none. */
    tax_kind: 'standard' | 'reverse_charge' | 'small_business' | 'outside_scope';
    /** How many */
    payments: number;
    /** Minor units, the tax contained */
    paid: number;
    /** The tax in it */
    paid_tax: number;
    /** What was refunded, the tax contained */
    refunded: number;
    /** The tax in it */
    refunded_tax: number;
    /** What disputes took, less what was won back */
    disputed: number;
    /** The tax in it */
    disputed_tax: number;
    /** What is left, without tax */
    net: number;
    /** The tax of what is left */
    tax: number;
    /** What is left: paid less refunded less disputed */
    total: number;
  }[];
  /** The same by month and currency */
  by_month: {
    /** In the seller's time zone */
    month: string;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** How many */
    payments: number;
    /** Minor units, the tax contained */
    paid: number;
    /** The tax in it */
    paid_tax: number;
    /** What was refunded, the tax contained */
    refunded: number;
    /** The tax in it */
    refunded_tax: number;
    /** What disputes took, less what was won back */
    disputed: number;
    /** The tax in it */
    disputed_tax: number;
    /** What is left, without tax */
    net: number;
    /** The tax of what is left */
    tax: number;
    /** What is left: paid less refunded less disputed */
    total: number;
  }[];
  /** The same of all months, by currency */
  totals: {
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** How many */
    payments: number;
    /** Minor units, the tax contained */
    paid: number;
    /** The tax in it */
    paid_tax: number;
    /** What was refunded, the tax contained */
    refunded: number;
    /** The tax in it */
    refunded_tax: number;
    /** What disputes took, less what was won back */
    disputed: number;
    /** The tax in it */
    disputed_tax: number;
    /** What is left, without tax */
    net: number;
    /** The tax of what is left */
    tax: number;
    /** What is left: paid less refunded less disputed */
    total: number;
  }[];
  /** Sales with reverse charge to companies in the European Union, by month and VAT id */
  sales_list: {
    /** In the seller's time zone */
    month: string;
    /** Of the buyer, without blanks and in capitals */
    vat_id: string;
    /** As on its newest document of the month */
    name: string;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** Invoices less credit notes, in minor units */
    net: number;
  }[];
  /** What became revenue by month, currency, country and rate */
  revenue: {
    /** In the seller's time zone */
    month: string;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** The country, as two letters of ISO 3166. */
    country: string | null;
    /** Percent */
    tax_rate: number;
    /** Why there is a tax, or none: `reverse_charge` and `small_business` have none. */
    tax_kind: 'standard' | 'reverse_charge' | 'small_business' | 'outside_scope';
    /** Invoices less credit notes without tax, in minor units, as all sums here */
    invoiced: number;
    /** What was paid for the credits that were used */
    used: number;
    /** What was paid for the credits that have expired, or that the operator took away */
    expired: number;
    /** Payments without credits, and refunds of credits that had been used before (negative) */
    other: number;
    /** Used, expired and other */
    revenue: number;
    /** Invoiced and not yet revenue at the end of the month: what credits owed are worth */
    deferred: number;
  }[];
  /** Credits by month, holder and country: owed is all that was sold, given and moved, less the others */
  credits: {
    /** In the seller's time zone */
    month: string;
    /** The operator's own account has rows of its own: what it holds is owed to no customer */
    holder: 'customers' | 'operator';
    /** The country, as two letters of ISO 3166. */
    country: string | null;
    /** Bought, or included in a plan that was paid */
    sold: number;
    /** Grants, codes, coupons, referrals and adjustments */
    given: number;
    /** Charged for calls and jobs */
    used: number;
    /** Taken back with refunds and disputes */
    refunded: number;
    /** Expired */
    expired: number;
    /** Of customers who moved to this country, less those who moved away: 0 over all countries */
    moved: number;
    /** In the balances at the end of the month */
    owed: number;
  }[];
  /** Stripe's balance by month and currency, from its own list; read once an hour */
  gateway: {
    /** In the seller's time zone */
    month: string;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** Payments less refunds and disputes by Stripe, in minor units, as all sums here */
    charged: number;
    /** Stripe's fees, those of disputes included */
    fees: number;
    /** Paid out to the bank */
    paid_out: number;
    /** Whatever else moved the balance */
    other: number;
    /** Invoices less credit notes of payments at Stripe */
    documented: number;
    /** At Stripe at the end of the month: charged less fees and payouts, with the rest */
    balance: number;
    /** Charged less documented, of all months: 0 if all payments at Stripe are those of this service */
    difference: number;
  }[];
};
export type OperatorCode = {
  /** The kind of this object. */
  object: 'operator.code';
  /** The unique id. */
  id: string;
  /** The last characters of the code */
  hint: string;
  /** The state: where it is between its start and its end. */
  status: 'active' | 'used' | 'expired' | 'revoked';
  /** How often it was used. */
  used: number;
  /** The batch of codes. */
  batch_id: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: 'live' | 'test';
  /** The credits. */
  credits: number;
  /** The plan. */
  plan: string | null;
  /** For how many days the plan is given. */
  days: number | null;
  /** How often it can be used; null without a limit. */
  max_uses: number;
  /** When it ends or is deleted; null if never. */
  expires_at: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type OperatorCodeBatch = {
  /** The kind of this object. */
  object: 'operator.code_batch';
  /** The batch of codes. */
  batch_id: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: 'live' | 'test';
  /** The credits. */
  credits: number;
  /** The plan. */
  plan: string | null;
  /** For how many days the plan is given. */
  days: number | null;
  /** How often it can be used; null without a limit. */
  max_uses: number;
  /** When it ends or is deleted; null if never. */
  expires_at: string | null;
  /** Only this answer contains the codes: the service keeps hashes */
  codes: string[];
  /** The entry of the audit log. */
  audit_id: string;
};
export type OperatorCoupon = {
  /** The kind of this object. */
  object: 'operator.coupon';
  /** The unique id. */
  id: string;
  /** A stable code for programs. */
  code: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: 'live' | 'test';
  /** The discount in per cent; null if it is an amount. */
  percent_off: number | null;
  /** The discount in the smallest unit of the currency; null if it is in per cent. */
  amount_off: number | null;
  /** The packages of credits. */
  packages: string[] | null;
  /** The plans. */
  plans: string[] | null;
  /** How often it can be used; null without a limit. */
  max_uses: number | null;
  /** When it ends or is deleted; null if never. */
  expires_at: string | null;
  /** By paid and open checkouts */
  used: number;
  /** The state: where it is between its start and its end. */
  status: 'active' | 'used' | 'expired' | 'disabled';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type OperatorCouponAct = {
  /** The kind of this object. */
  object: 'operator.coupon';
  /** The unique id. */
  id: string;
  /** A stable code for programs. */
  code: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: 'live' | 'test';
  /** The discount in per cent; null if it is an amount. */
  percent_off: number | null;
  /** The discount in the smallest unit of the currency; null if it is in per cent. */
  amount_off: number | null;
  /** The packages of credits. */
  packages: string[] | null;
  /** The plans. */
  plans: string[] | null;
  /** How often it can be used; null without a limit. */
  max_uses: number | null;
  /** When it ends or is deleted; null if never. */
  expires_at: string | null;
  /** The entry of the audit log. */
  audit_id: string;
};
export type OperatorDeletion = {
  /** The kind of this object. */
  object: 'operator.deletion';
  /** The account. */
  account_id: string;
  /** The state: where it is between its start and its end. */
  status: 'none' | 'waiting' | 'running' | 'done';
  /** When the deletion was asked for */
  requested_at: string | null;
  /** When it begins */
  due_at: string | null;
  /** When nothing was left */
  ended_at: string | null;
  /** The owner cannot withdraw it */
  requested_by_operator: boolean;
  /** Why a deletion that has begun has to wait */
  problem: string | null;
};
export type OperatorDelivery = {
  /** The kind of this object. */
  object: 'operator.delivery';
  /** The unique id. */
  id: string;
  /** The event. */
  event_id: string;
  /** The type of the event. */
  event_type: string;
  /** The webhook endpoint. */
  endpoint_id: string;
  /** The address. */
  url: string;
  /** The account. */
  account_id: string;
  /** The email address. */
  email: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** The state. */
  state: string;
  /** How often it was tried. */
  attempts: number;
  /** When it is tried next; null if it is not. */
  next_attempt_at: string | null;
  /** The HTTP status of the last answer; null if there was none. */
  last_status: number | null;
  /** The last problem in words; null if there was none. */
  last_problem: string | null;
  /** The delivery that this one repeats; null if it repeats none. */
  replay_of: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When it ended; null while it has not. */
  completed_at: string | null;
};
export type OperatorJob = {
  /** The kind of this object. */
  object: 'operator.job';
  /** The unique id. */
  id: string;
  /** The account. */
  account_id: string;
  /** The email address. */
  email: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** What kind of work or thing it is. */
  kind: string;
  /** The state. */
  state: string;
  /** What is being done now, in words. */
  stage: string;
  /** How much is done, from 0 to 100. */
  progress: number;
  /** Which try this is, counted from 1. */
  attempt: number;
  /** The machine that does the work. */
  machine: string | null;
  /** What went wrong; null if nothing did. */
  error: JobError | null;
  /** The credits set aside for it. */
  held_credits: number;
  /** What it cost. */
  cost_credits: number | null;
  /** How old it is, in seconds. */
  age_seconds: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When the work began; null while it waits. */
  started_at: string | null;
  /** When it ended; null while it has not. */
  completed_at: string | null;
};
export type OperatorModelPrice = {
  /** The kind of this object. */
  object: 'operator.model_price';
  /** The part of the service: chat, code, music, image, video, audio or builder. */
  module: string;
  /** The upstream that answered. */
  upstream: string;
  /** The id of the model that answered. */
  model: string;
  /** own: on hardware of the operator */
  hosting: 'own' | 'provider';
  /** The id of the provider in the map; null: not a known provider. */
  provider: string | null;
  /** What the upstream charges, in credits; null: unknown. */
  cost: Record<string, unknown> | null;
  /** Where the cost is from; null: the cost is unknown. */
  cost_source: 'own' | 'settings' | 'map' | null;
  /** What the model is sold for, in credits; null: it has no price. */
  price: Record<string, unknown> | null;
  /** Whether the operator set the price, or it was made from the cost, or is that of the module. */
  price_source: 'operator' | 'cost' | 'module' | null;
  /** Of the price, for the number that brings least. */
  margin_percent: number | null;
  /** Whether the operator allows a price below the cost. */
  allow_loss: boolean;
  /** Whether customers can use the model. */
  offered: boolean;
  /** Why, in words. */
  reason: string | null;
  /** The price that is below its cost. */
  loss: PriceLoss | null;
  /** Fallbacks that cost more than the model brings; they are not used */
  unused_fallbacks: string[];
};
export type OperatorPrices = {
  /** The kind of this object. */
  object: 'operator.prices';
  /** The currency, as ISO 4217 names it. */
  currency: string;
  /** A price that is made from a cost is the cost times this */
  cost_factor: number;
  /** Units of the currency for a US dollar; null: costs in US dollars cannot be used. */
  currency_per_usd: number | null;
  /** The map of what providers charge. */
  provider_map: {
    /** The package that is bought. */
    package: string;
    /** The version. */
    version: string;
    /** When a newer map was stored; null: the one of the installed package is used. */
    refreshed_at: string | null;
  };
  /** The entries of this page, in the order of the list. */
  data: OperatorModelPrice[];
  /** Everything that is priced below its cost, plans and accounts included */
  losses: PriceLoss[];
};
export type OperatorReferral = {
  /** The kind of this object. */
  object: 'operator.referral';
  /** The unique id. */
  id: string;
  /** Id of an account */
  referrer: string;
  /** Id of an account */
  referred: string;
  /** The state: where it is between its start and its end. */
  status: 'waiting' | 'rewarded' | 'revoked';
  /** What it has of it now */
  referrer_credits: number;
  /** What it has of it now */
  referred_credits: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type OperatorRequestLine = {
  /** The kind of this object. */
  object: 'request';
  /** The unique id. */
  id: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** The HTTP method. */
  method: string;
  /** The route, with the names of its parameters */
  route: string;
  /** The part of the service: chat, code, music, image, video, audio or builder. */
  module: string;
  /** The HTTP status; 499: the client closed the connection before its answer */
  status: number;
  /** stopped: the client ended it, which is no error */
  outcome: RequestOutcome;
  /** The code of the error; null if the request succeeded. */
  error_code: string | null;
  /** null: a user of the dashboard */
  key_id: string | null;
  /** The signed-in user, or the maker of the key */
  member_id: string | null;
  /** The model that was asked for */
  model: string | null;
  /** The model that answered */
  served_model: string | null;
  /** The tokens that were read. */
  prompt_tokens: number | null;
  /** The tokens that were written. */
  completion_tokens: number | null;
  /** The tokens that the model read from its cache. */
  cached_tokens: number | null;
  /** Whether the answer came from the answer cache */
  from_cache: boolean;
  /** The tokens that the client got before it left; completion_tokens are those that it pays. null: it stayed */
  delivered_tokens: number | null;
  /** What the call cost; null: nothing was charged, or a job is charged later */
  credits: number | null;
  /** The job that the call created */
  job_id: string | null;
  /** What guards did: kinds and counts, never values; null: nothing was found */
  guards: GuardTallies | null;
  /** The size of the request in bytes. */
  request_bytes: number;
  /** Before compression */
  response_bytes: number;
  /** Whether the answer was streamed. */
  streamed: boolean;
  /** From the arrival to the first part of the answer, of a stream the first token */
  first_byte_ms: number | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** Who served it; null: this service itself, or no model was asked */
  upstream: string | null;
  /** The account. */
  account_id: string;
  /** The email address. */
  email: string;
};
export type OperatorRequestList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorRequestLine[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type OperatorRevokedCodes = {
  /** The kind of this object. */
  object: 'operator.revoked_codes';
  /** The unique id. */
  id: string;
  /** How many codes this call revoked */
  revoked: number;
  /** The entry of the audit log. */
  audit_id: string;
};
export type OperatorRevokedReferral = {
  /** The kind of this object. */
  object: 'operator.revoked_referral';
  /** The unique id. */
  id: string;
  /** The entry of the audit log. */
  audit_id: string;
};
export type OperatorSettingChange = {
  /** The kind of this object. */
  object: 'operator.setting_change';
  /** The unique id. */
  id: string;
  /** Numbers all changes of live settings */
  version: number;
  /** `upstream:` and its name, `prices` or `service` */
  name: string;
  /** What it was before. */
  before: Record<string, unknown> | null;
  /** What it was afterwards. */
  after: Record<string, unknown> | null;
  /** The email address of who did it. */
  actor_email: string | null;
  /** Why, in words. */
  reason: string | null;
  /** The entry of the audit log. */
  audit_id: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type OperatorSettings = {
  /** The kind of this object. */
  object: 'operator.settings';
  /** The newest change of any live setting; also the version of the price list */
  version: number;
  /** The price list. */
  prices: {
    /** What was changed here; null if nothing was. */
    live: Record<string, unknown>;
    /** What is in force. */
    effective: Record<string, unknown>;
    /** Set by the files or the environment, which win */
    fixed: string[];
  };
  /** The settings of the service. */
  service: {
    /** What was changed here; null if nothing was. */
    live: Record<string, unknown>;
    /** What is in force. */
    effective: Record<string, unknown>;
    /** Set by the files or the environment, which win */
    fixed: string[];
  };
  /** The seller on invoices and credit notes. */
  seller: {
    /** For the live environment. */
    live: Record<string, unknown>;
    /** What is in force. */
    effective: Record<string, unknown>;
    /** Set by the files or the environment, which win */
    fixed: string[];
  };
};
export type OperatorUpstream = {
  /** The kind of this object. */
  object: 'operator.upstream';
  /** Its name */
  id: string;
  /** What the upstream makes. */
  makes: string;
  /** Where it was set. `file` (CONFIG) and `environment` win and cannot be changed here; `local` was connected by a click */
  source: 'live' | 'file' | 'environment' | 'local';
  /** Its settings, without the key. */
  settings: Record<string, unknown>;
  /** Whether a key is stored for it. The key itself is never shown. */
  has_key: boolean;
  /** Their values are kept like the key */
  header_names: string[];
  /** The models that it offers on this node now */
  models: string[];
  /** What went wrong, in words; null if nothing did. */
  problem: string | null;
};
export type OperatorUpstreamTry = {
  /** The kind of this object. */
  object: 'operator.upstream_try';
  /** The upstream that answered. */
  upstream: string;
  /** The id of the model that answered. */
  model: string;
  /** Whether it succeeded. */
  ok: boolean;
  /** What went wrong; null if nothing did. */
  error: string | null;
  /** How long calls took, in milliseconds. */
  latency_ms: number;
  /** How long the first token took, in milliseconds. */
  first_token_ms: number | null;
  /** What it answered. */
  answer: string;
  /** What was used and what it cost. */
  usage: {
    /** The tokens that were read. */
    prompt_tokens: number;
    /** The tokens that were written. */
    completion_tokens: number;
    /** The tokens that the model read from its cache. */
    cached_tokens: number;
    /** The tokens of the reasoning, which count as written. */
    reasoning_tokens: number;
    /** How many images were made. */
    images: number;
    /** Spoken */
    characters: number;
    /** Of music, of a recording, or of the video that was ordered */
    seconds: number;
  };
  /** What a customer pays for such a call */
  price_credits: number;
  /** What it cost. */
  cost_credits: number | null;
};
export type OperatorUsage = {
  /** The kind of this object. */
  object: 'operator.usage';
  /** The beginning of the range. */
  from: string;
  /** The end of the range. */
  to: string;
  /** What the entries are grouped by. */
  group_by: string;
  /** The unit of all amounts. */
  unit: 'credits';
  /** A credit is a hundredth of it */
  currency: string;
  /** The sum over all entries. */
  total: {
    /** How many requests there were. */
    requests: number;
    /** How many requests failed. */
    errors: number;
    /** The tokens that were read. */
    prompt_tokens: number;
    /** Of the prompt tokens: those that upstreams had cached */
    cached_tokens: number;
    /** Of the prompt tokens: those that upstreams put into their cache */
    cache_write_tokens: number;
    /** The tokens that were written. */
    completion_tokens: number;
    /** How many images were made. */
    images: number;
    /** The seconds of sound or video. */
    seconds: number;
    /** What customers were charged */
    credits: number;
    /** What the upstreams bill; null: the cost of some calls is not known. */
    cost: number | null;
    /** Credits charged less cost; null: the cost of some calls is not known. */
    margin: number | null;
    /** The part of the cost whose use the upstreams told */
    known_cost: number;
    /** The rest of the cost: the use of these calls was counted here, because their upstream never told it (left or late answers, lost connections) */
    estimated_cost: number;
    /** Of known_cost: for work that failed, was repeated or was left, which no customer paid */
    unpaid_cost: number;
    /** Calls that cost the operator and were not charged: failed, retried, left. */
    unpaid_calls: number;
    /** Calls whose cost is not known */
    unknown_cost_calls: number;
    /** Attempts without a result that their upstream may bill (no answer in time, a broken answer, a client that left): not in the cost, because nobody said what they used */
    unknown_cost_attempts: number;
  };
  /** The entries of this page, in the order of the list. */
  data: {
    /** The account, key, model, module, upstream, plan or day */
    group: string;
    /** What this group is called. */
    label: string | null;
    /** How many requests there were. */
    requests: number;
    /** How many requests failed. */
    errors: number;
    /** The tokens that were read. */
    prompt_tokens: number;
    /** Of the prompt tokens: those that upstreams had cached */
    cached_tokens: number;
    /** Of the prompt tokens: those that upstreams put into their cache */
    cache_write_tokens: number;
    /** The tokens that were written. */
    completion_tokens: number;
    /** How many images were made. */
    images: number;
    /** The seconds of sound or video. */
    seconds: number;
    /** What customers were charged */
    credits: number;
    /** What the upstreams bill; null: the cost of some calls is not known. */
    cost: number | null;
    /** Credits charged less cost; null: the cost of some calls is not known. */
    margin: number | null;
    /** The part of the cost whose use the upstreams told */
    known_cost: number;
    /** The rest of the cost: the use of these calls was counted here, because their upstream never told it (left or late answers, lost connections) */
    estimated_cost: number;
    /** Of known_cost: for work that failed, was repeated or was left, which no customer paid */
    unpaid_cost: number;
    /** Calls that cost the operator and were not charged: failed, retried, left. */
    unpaid_calls: number;
    /** Calls whose cost is not known */
    unknown_cost_calls: number;
    /** Attempts without a result that their upstream may bill (no answer in time, a broken answer, a client that left): not in the cost, because nobody said what they used */
    unknown_cost_attempts: number;
  }[];
};
export type PatchAccountAlertsBody = {
  /** Percentages of caps and budgets at which you are told; default 80 and 100 */
  percents?: number[] | undefined;
  /** Credits: you are told when the balance falls to one of these */
  balance?: number[] | undefined;
  /** The budgets whose alerts are mailed to the account; default all but customer and run */
  mail?: BudgetKind[] | undefined;
  /** An incoming webhook of Slack, or of a chat that takes the same messages; null: none */
  slack_url?: string | null | undefined;
};
export type PatchAccountBody = {
  /** How the account is shown */
  name?: string | undefined;
  /** waived: responses carry no attribution and every price doubles */
  attribution?: 'required' | 'waived' | undefined;
  /** What is looked for in the words of all calls of the account; null: nothing. Keys may only be stricter */
  guards?: GuardTerms | null | undefined;
};
export type PatchAccountKeysByIdBody = {
  /** Your own name for the key */
  name?: string | undefined;
  /** What the key may do: "*", a module such as "music", or "music:read"; default: everything within the account */
  scopes?: string[] | undefined;
  /** When the key stops working, in the future; null or absent: never */
  expires_at?: string | null | undefined;
  /** Addresses or ranges such as 192.0.2.0/24 that may use the key; null or empty: all */
  ip_allow_list?: string[] | null | undefined;
  /** A limit below that of the plan */
  requests_per_minute?: number | null | undefined;
  /** The most credits that the key may spend in a calendar month (UTC) */
  monthly_credit_cap?: number | null | undefined;
  /** The most tokens that calls of the key may read and write in a minute */
  tokens_per_minute?: number | null | undefined;
  /** The most credits that the key may spend in a day; it starts anew at midnight UTC */
  daily_credit_cap?: number | null | undefined;
  /** The most credits that each end customer without a cap of its own may spend through the key in a day */
  customer_daily_credit_cap?: number | null | undefined;
  /** The most credits that each end customer without a cap of its own may spend through the key in a month */
  customer_monthly_credit_cap?: number | null | undefined;
  /** The models that the key may use: ids of GET /models, where `*` stands for any characters; null or absent: all that the plan allows */
  models?: string[] | null | undefined;
  /** What is kept of the requests with this key; null: as the account says. Only owners and admins may set it */
  request_log?: RequestLogLevel | null | undefined;
  /** true: calls with this key leave no prompt, answer or file behind, and what needs storage is refused. Only owners and admins may turn it off */
  zero_retention?: boolean | undefined;
  /** How long an identical call of this key gets the same answer again, at a lower price; 0: never; null or absent: as the plan says */
  answer_cache_seconds?: number | null | undefined;
  /** What is looked for in the words of calls with this key, on top of what the account and the plan demand; null: nothing more. Only owners and admins may make it milder */
  guards?: GuardTerms | null | undefined;
};
export type PatchAccountMembersByIdBody = {
  /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
  role?: Role | undefined;
  /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
  monthly_credit_cap?: number | null | undefined;
};
export type PatchChatConversationsByIdBody = {
  /** The new title */
  title: string;
};
export type PatchLibraryByIdBody = {
  /** A name for the item; null removes it */
  title?: string | null | undefined;
  /** Replaces the tags of the item */
  tags?: string[] | undefined;
};
export type PatchPaymentsDetailsBody = {
  /** The person or company that is billed */
  name?: string | undefined;
  /** Where receipts go; null: to the email of the account */
  email?: string | null | undefined;
  /** The address on receipts and invoices */
  address?: {
    /** Street and number */
    line1?: string | undefined;
    /** Floor, building, department */
    line2?: string | undefined;
    /** City */
    city?: string | undefined;
    /** State or province */
    state?: string | undefined;
    /** Postal code */
    postal_code?: string | undefined;
    /** ISO 3166-1, two capital letters; null: none */
    country?: string | null | undefined;
  } | undefined;
  /** Printed on receipts and invoices; null: none */
  tax_id?: {
    /** A kind of tax id as Stripe names it: eu_vat, gb_vat, ch_vat, us_ein, … */
    type: string;
    /** The tax id */
    value: string;
  } | null | undefined;
};
export type PatchPaymentsSettingsBody = {
  /** Buys this package when the balance falls below this many credits, with the saved card; null: off. Setting it ends a pause */
  auto_top_up?: {
    /** A package of GET /payments/prices */
    package: string;
    /** Credits */
    below: number;
    /** At most so many purchases in 24 hours; 3 at first */
    max_per_day?: number | undefined;
  } | null | undefined;
  /** Sends an email when the balance falls below this many credits; null: off */
  low_balance_mail?: {
    /** Credits */
    below: number;
  } | null | undefined;
  /** Whether receipts of payments are sent by email */
  receipt_mail?: boolean | undefined;
};
export type PatchRequestsSettingsBody = {
  /** off; metadata: sizes, timings, tokens, cost and errors; bodies: also masked requests and answers; null: the service's default */
  level?: RequestLogLevel | null | undefined;
  /** What is masked in bodies from now on; null: the standard rules */
  rules?: RedactionRules | null | undefined;
};
export type PatchRunsByIdBody = {
  /** The new budget in credits */
  budget: number;
};
export type PatchWebhooksByIdBody = {
  /** The URL that deliveries are posted to */
  url?: string | undefined;
  /** Event types, or "*" for all */
  events?: SubscribedEventType[] | undefined;
  /** Your own words about this endpoint */
  description?: string | undefined;
  /** false: nothing is delivered to it */
  enabled?: boolean | undefined;
};
export type PaymentList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The kind of this object. */
    object: 'payment';
    /** What was paid, in minor units of the currency */
    amount: number;
    /** Contained in the amount */
    tax: number;
    /** What a coupon or promotion code took off */
    discount: number;
    /** The coupon that was used; null if none was. */
    coupon: string | null;
    /** The currency, as ISO 4217 names it. */
    currency: string;
    /** The credits. */
    credits: number;
    /** What it is, in words. */
    description: string;
    /** The invoice of the payment provider, where it makes one */
    invoice_url: string | null;
    /** The invoice, then what has changed */
    documents: BillingDocument[];
    /** When it was made, as an ISO 8601 time in UTC. */
    created_at: string;
  }[];
};
export type PlanBegins = 'sign_up' | 'first_purchase' | 'checkout' | 'operator';
export type PortalSession = {
  /** The kind of this object. */
  object: 'portal.session';
  /** The address. */
  url: string;
};
export type PostAccountDeletionBody = {
  /** The account's email address, so that nobody deletes another one by mistake */
  email: string;
  /** Needed if the account has other members: they lose it too. Or hand it over with POST /account/handover */
  team?: 'dissolve' | undefined;
};
export type PostAccountHandoverBody = {
  /** An owner of the account, who becomes its main owner */
  member_id: string;
  /** The account's new address for mails, needed if that owner has an account of their own */
  email?: string | undefined;
};
export type PostAccountInvitationsAcceptBody = {
  /** The last part of the link */
  token: string;
};
export type PostAccountInvitationsBody = {
  /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
  role: Role;
  /** Sends the link to this address, and only its user may accept; null or absent: the answer has a link for whoever gets it */
  email?: string | null | undefined;
  /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
  monthly_credit_cap?: number | null | undefined;
  /** How long the link works */
  expires_in_days?: number | undefined;
};
export type PostAccountInvitationsPreviewBody = {
  /** The last part of the link */
  token: string;
};
export type PostAccountKeysBody = {
  /** Your own name for the key */
  name: string;
  /** What the key may do: "*", a module such as "music", or "music:read"; default: everything within the account */
  scopes?: string[] | undefined;
  /** When the key stops working, in the future; null or absent: never */
  expires_at?: string | null | undefined;
  /** Addresses or ranges such as 192.0.2.0/24 that may use the key; null or empty: all */
  ip_allow_list?: string[] | null | undefined;
  /** A limit below that of the plan */
  requests_per_minute?: number | null | undefined;
  /** The most credits that the key may spend in a calendar month (UTC) */
  monthly_credit_cap?: number | null | undefined;
  /** The most tokens that calls of the key may read and write in a minute */
  tokens_per_minute?: number | null | undefined;
  /** The most credits that the key may spend in a day; it starts anew at midnight UTC */
  daily_credit_cap?: number | null | undefined;
  /** The most credits that each end customer without a cap of its own may spend through the key in a day */
  customer_daily_credit_cap?: number | null | undefined;
  /** The most credits that each end customer without a cap of its own may spend through the key in a month */
  customer_monthly_credit_cap?: number | null | undefined;
  /** The models that the key may use: ids of GET /models, where `*` stands for any characters; null or absent: all that the plan allows */
  models?: string[] | null | undefined;
  /** What is kept of the requests with this key; null: as the account says. Only owners and admins may set it */
  request_log?: RequestLogLevel | null | undefined;
  /** true: calls with this key leave no prompt, answer or file behind, and what needs storage is refused. Only owners and admins may turn it off */
  zero_retention?: boolean | undefined;
  /** How long an identical call of this key gets the same answer again, at a lower price; 0: never; null or absent: as the plan says */
  answer_cache_seconds?: number | null | undefined;
  /** What is looked for in the words of calls with this key, on top of what the account and the plan demand; null: nothing more. Only owners and admins may make it milder */
  guards?: GuardTerms | null | undefined;
};
export type PostAccountKeysByIdRotateBody = {
  /** How long the old secret stays valid */
  overlap_seconds?: number | undefined;
};
export type PostAccountLeaveBody = {
  /** Id of an account that you are a member of */
  account_id: string;
};
export type PostAccountSwitchBody = {
  /** Id of an account that you are a member of */
  account_id: string;
};
export type PostApiChatBody = {
  /** An id of GET /api/tags, with or without ":latest" */
  model: string;
  /** Default true */
  stream?: boolean | undefined;
  /** json, or the JSON schema of the answer */
  format?: '' | 'json' | Record<string, unknown> | undefined;
  /** Whether, or how much, a model that thinks may think */
  think?: boolean | 'low' | 'medium' | 'high' | undefined;
  /** How the answer is made */
  options?: OllamaOptions | undefined;
  /** Accepted without effect */
  keep_alive?: string | number | undefined;
  /** The conversation so far, oldest first */
  messages?: OllamaMessage[] | undefined;
  /** Functions that the model may call */
  tools?: OllamaTool[] | undefined;
  /** Whether the model may call functions, must call one, or must call this one */
  tool_choice?: 'none' | 'auto' | 'required' | {
    /** The only kind */
    type: 'function';
    /** The function */
    function: {
      /** Its name */
      name: string;
    };
  } | null | undefined;
};
export type PostApiCopyBody = {
  /** Whatever it is, the call is refused */
  model?: unknown | undefined;
  /** Whatever it is, the call is refused */
  from?: unknown | undefined;
  /** Whatever it is, the call is refused */
  source?: unknown | undefined;
  /** Whatever it is, the call is refused */
  destination?: unknown | undefined;
};
export type PostApiCopyReply = {
  /** What went wrong; null if nothing did. */
  error: string;
};
export type PostApiCreateBody = {
  /** Whatever it is, the call is refused */
  model?: unknown | undefined;
  /** Whatever it is, the call is refused */
  from?: unknown | undefined;
  /** Whatever it is, the call is refused */
  source?: unknown | undefined;
  /** Whatever it is, the call is refused */
  destination?: unknown | undefined;
};
export type PostApiCreateReply = {
  /** What went wrong; null if nothing did. */
  error: string;
};
export type PostApiEmbedBody = {
  /** An id of GET /api/tags, with or without ":latest" */
  model: string;
  /** A text, or several */
  input: string | string[];
  /** Keeps the first values of the vector */
  dimensions?: number | undefined;
  /** Without effect: a text that is too long is refused */
  truncate?: boolean | undefined;
  /** Accepted without effect */
  keep_alive?: string | number | undefined;
  /** Accepted without effect */
  options?: Record<string, unknown> | undefined;
};
export type PostApiEmbedReply = {
  /** The id of the model that answered. */
  model: string;
  /** The vectors, in the order of the inputs. */
  embeddings: (number[])[];
  /** How long the call took, in nanoseconds. */
  total_duration: number;
  /** How long the model took to load, in nanoseconds. */
  load_duration: number;
  /** The tokens that were read. */
  prompt_eval_count: number;
};
export type PostApiEmbeddingsBody = {
  /** An id of GET /api/tags, with or without ":latest" */
  model: string;
  /** The text */
  prompt: string;
  /** Accepted without effect */
  keep_alive?: string | number | undefined;
  /** Accepted without effect */
  options?: Record<string, unknown> | undefined;
};
export type PostApiEmbeddingsReply = {
  /** The vector. */
  embedding: number[];
};
export type PostApiGenerateBody = {
  /** An id of GET /api/tags, with or without ":latest" */
  model: string;
  /** Default true */
  stream?: boolean | undefined;
  /** json, or the JSON schema of the answer */
  format?: '' | 'json' | Record<string, unknown> | undefined;
  /** Whether, or how much, a model that thinks may think */
  think?: boolean | 'low' | 'medium' | 'high' | undefined;
  /** How the answer is made */
  options?: OllamaOptions | undefined;
  /** Accepted without effect */
  keep_alive?: string | number | undefined;
  /** What is asked; without it the answer says whether the model is there */
  prompt?: string | undefined;
  /** Text that follows the answer; needs fill_in_the_middle */
  suffix?: string | undefined;
  /** What the model should keep to */
  system?: string | undefined;
  /** The prompt is sent without the chat template */
  raw?: boolean | undefined;
  /** Base64 */
  images?: string[] | undefined;
};
export type PostApiGenerateReply = {
  /** The id of the model that answered. */
  model: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** Whether the answer has ended. */
  done: boolean;
  /** The text of the answer. */
  response: string;
  /** The reasoning of the model. */
  thinking?: string;
  /** Why the answer ended. */
  done_reason?: string;
  /** Nanoseconds, as the others */
  total_duration?: number;
  /** How long the model took to load, in nanoseconds. */
  load_duration?: number;
  /** The tokens that were read. */
  prompt_eval_count?: number;
  /** How long reading took, in nanoseconds. */
  prompt_eval_duration?: number;
  /** The tokens that were written. */
  eval_count?: number;
  /** How long writing took, in nanoseconds. */
  eval_duration?: number;
};
export type PostApiPullBody = {
  /** Whatever it is, the call is refused */
  model?: unknown | undefined;
  /** Whatever it is, the call is refused */
  from?: unknown | undefined;
  /** Whatever it is, the call is refused */
  source?: unknown | undefined;
  /** Whatever it is, the call is refused */
  destination?: unknown | undefined;
};
export type PostApiPullReply = {
  /** What went wrong; null if nothing did. */
  error: string;
};
export type PostApiPushBody = {
  /** Whatever it is, the call is refused */
  model?: unknown | undefined;
  /** Whatever it is, the call is refused */
  from?: unknown | undefined;
  /** Whatever it is, the call is refused */
  source?: unknown | undefined;
  /** Whatever it is, the call is refused */
  destination?: unknown | undefined;
};
export type PostApiPushReply = {
  /** What went wrong; null if nothing did. */
  error: string;
};
export type PostApiShowBody = {
  /** An id of GET /api/tags, with or without ":latest" */
  model?: string | undefined;
  /** An id of GET /api/tags, with or without ":latest" */
  name?: string | undefined;
  /** Accepted without effect */
  verbose?: boolean | undefined;
};
export type PostApiShowReply = {
  /** Facts about the model. */
  details: OllamaModelDetails;
  /** More facts about the model. */
  model_info: Record<string, unknown>;
  /** What the model can do. */
  capabilities: string[];
  /** The default settings of the model. */
  parameters: string;
  /** The chat template of the model. */
  template: string;
  /** The Modelfile; empty here. */
  modelfile: string;
  /** When the model was last changed. */
  modified_at: string;
};
export type PostAudioSpeechBody = {
  /** One of GET /models; the first that is ready when absent */
  model?: string | undefined;
  /** The text to speak */
  input: string;
  /** One of GET /audio/voices, or one of OpenAI's names (alloy, echo, nova …); af_heart when absent */
  voice?: string | undefined;
  /** mp3 when absent; pcm is 16 bit little endian, 24 kHz, mono, without a header */
  response_format?: 'mp3' | 'opus' | 'aac' | 'flac' | 'wav' | 'pcm' | undefined;
  /** 1 is natural; the voices of this machine speak at 0.5 to 2 */
  speed?: number | undefined;
  /** How to speak; only for models with the capability "instructions" */
  instructions?: string | undefined;
  /** sse: events of the type speech.audio.delta with base64 */
  stream_format?: 'audio' | 'sse' | undefined;
};
export type PostAudioTranscriptionsReply = {
  /** What was said. */
  text: string;
  /** verbose_json only, like all following fields */
  task?: string;
  /** The language. */
  language?: string;
  /** The length in seconds. */
  duration?: number;
  /** The sentences with their times. */
  segments?: {
    /** The unique id. */
    id: number;
    /** Where it begins, in seconds. */
    start: number;
    /** Where it ends, in seconds. */
    end: number;
    /** The text. */
    text: string;
    /** The tokens. */
    tokens?: number[];
    /** The temperature of the model for this segment. */
    temperature?: number;
    /** How sure the model was: the mean log probability of the tokens. */
    avg_logprob?: number;
    /** The text divided by its compressed size: a high number means repetition. */
    compression_ratio?: number;
    /** How probable it is that nobody speaks, from 0 to 1. */
    no_speech_prob?: number;
    /** Where the window in which the segment was heard begins, in units of 10 ms. */
    seek?: number;
  }[];
  /** The words with their times, if they were asked for. */
  words?: {
    /** The word. */
    word: string;
    /** Where it begins, in seconds. */
    start: number;
    /** Where it ends, in seconds. */
    end: number;
  }[];
  /** What was used and what it cost. */
  usage: {
    /** The kind of this entry. */
    type: 'duration';
    /** The seconds of sound or video. */
    seconds: number;
    /** The credits. */
    credits?: number;
  };
};
export type PostAudioTranslationsReply = {
  /** What was said, in English. */
  text: string;
  /** verbose_json only, like all following fields */
  task?: string;
  /** The language. */
  language?: string;
  /** The length in seconds. */
  duration?: number;
  /** The sentences with their times. */
  segments?: {
    /** The unique id. */
    id: number;
    /** Where it begins, in seconds. */
    start: number;
    /** Where it ends, in seconds. */
    end: number;
    /** The text. */
    text: string;
    /** The tokens. */
    tokens?: number[];
    /** The temperature of the model for this segment. */
    temperature?: number;
    /** How sure the model was: the mean log probability of the tokens. */
    avg_logprob?: number;
    /** The text divided by its compressed size: a high number means repetition. */
    compression_ratio?: number;
    /** How probable it is that nobody speaks, from 0 to 1. */
    no_speech_prob?: number;
    /** Where the window in which the segment was heard begins, in units of 10 ms. */
    seek?: number;
  }[];
  /** The words with their times, if they were asked for. */
  words?: {
    /** The word. */
    word: string;
    /** Where it begins, in seconds. */
    start: number;
    /** Where it ends, in seconds. */
    end: number;
  }[];
  /** What was used and what it cost. */
  usage: {
    /** The kind of this entry. */
    type: 'duration';
    /** The seconds of sound or video. */
    seconds: number;
    /** The credits. */
    credits?: number;
  };
};
export type PostBatchesBody = {
  /** A file from POST /files with the purpose "batch": up to 50,000 lines, each with custom_id, method, url and body */
  input_file_id: string;
  /** The endpoint that every line of the file names in url */
  endpoint: '/v1/chat/completions' | '/v1/completions' | '/v1/embeddings' | '/v1/responses' | '/v1/images/generations';
  /** Lines that have not run after 24 hours get an error */
  completion_window: '24h';
  /** Up to 16 texts of your own, shown with the batch */
  metadata?: Record<string, string> | null | undefined;
  /** How long the files with the results are kept */
  output_expires_after?: {
    /** From when: the creation of the file */
    anchor: 'created_at';
    /** How long */
    seconds: number;
  } | undefined;
};
export type PostBuilderBuildBody = {
  /** What to build, or what to change */
  prompt: string;
  /** Default: react, or the framework of the project */
  framework?: 'react' | 'vue' | 'nextjs' | 'nodejs' | 'python' | undefined;
  /** Continues a project */
  project_id?: string | undefined;
  /** Start and check the preview (default true) */
  preview?: boolean | undefined;
  /** blueprint-1, or a text model */
  model?: string | undefined;
};
export type PostBuilderChatBody = {
  /** A question, or what to change */
  message: string;
  /** Code context: {code}, {files: [{path, content}]}, or other members */
  context?: Record<string, unknown> | undefined;
  /** Continues a conversation: conversation_id of an earlier answer */
  conversation_id?: string | undefined;
  /** The project that the conversation is about */
  project_id?: string | undefined;
  /** Apply edits to the project (default true); otherwise only propose them */
  apply?: boolean | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** blueprint-1, or a text model */
  model?: string | undefined;
};
export type PostBuilderProjectsByIdPushBody = {
  /** The HTTPS address of a repository that you may write to, such as https://github.com/you/app.git */
  url: string;
  /** An access token with the right to write. It is used for this push and not stored */
  token: string;
  /** For servers that check it beside the token; default: git */
  username?: string | undefined;
  /** The branch to push to; default: main */
  branch?: string | undefined;
};
export type PostBuilderProjectsByIdRevertBody = {
  /** The version to restore */
  version: number;
};
export type PostBuilderProjectsByIdSharesBody = {
  /** How long the link works; default: 168 (a week) */
  expires_in_hours?: number | undefined;
};
export type PostChatConversationsByIdBranchesBody = {
  /** How many messages, from the start, the branch takes along */
  messages: number;
};
export type PostCodeCompleteBody = {
  /** The code, without fences */
  code: string;
  /** Where to complete; default: at the end */
  cursor?: number | {
    /** From 1 */
    line: number;
    /** From 1 */
    column: number;
  } | undefined;
  /** Code that follows the completion */
  suffix?: string | undefined;
  /** One of GET /code/languages; detected when absent */
  language?: string | undefined;
  /** What else to respect, in words */
  instruction?: string | undefined;
  /** The most tokens to generate */
  max_tokens?: number | undefined;
  /** 0 to 2; default: that of the model */
  temperature?: number | undefined;
  /** The same seed and request give the same code where the model allows it */
  seed?: number | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** An id of GET /models; default: the default text model */
  model?: string | undefined;
};
export type PostCodeExplainBody = {
  /** The code, without fences */
  code: string;
  /** How long the explanation is; default: normal */
  detail?: 'brief' | 'normal' | 'thorough' | undefined;
  /** One of GET /code/languages; detected when absent */
  language?: string | undefined;
  /** What else to respect, in words */
  instruction?: string | undefined;
  /** The most tokens to generate */
  max_tokens?: number | undefined;
  /** 0 to 2; default: that of the model */
  temperature?: number | undefined;
  /** The same seed and request give the same code where the model allows it */
  seed?: number | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** An id of GET /models; default: the default text model */
  model?: string | undefined;
};
export type PostCodeGenerateBody = {
  /** What the code does */
  prompt: string;
  /** One of GET /code/languages; detected when absent */
  language?: string | undefined;
  /** What else to respect, in words */
  instruction?: string | undefined;
  /** The most tokens to generate */
  max_tokens?: number | undefined;
  /** 0 to 2; default: that of the model */
  temperature?: number | undefined;
  /** The same seed and request give the same code where the model allows it */
  seed?: number | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** An id of GET /models; default: the default text model */
  model?: string | undefined;
};
export type PostCodeRefactorBody = {
  /** The code, without fences */
  code: string;
  /** e.g. readability, performance, "use async/await" */
  goal?: string | undefined;
  /** One of GET /code/languages; detected when absent */
  language?: string | undefined;
  /** What else to respect, in words */
  instruction?: string | undefined;
  /** The most tokens to generate */
  max_tokens?: number | undefined;
  /** 0 to 2; default: that of the model */
  temperature?: number | undefined;
  /** The same seed and request give the same code where the model allows it */
  seed?: number | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** An id of GET /models; default: the default text model */
  model?: string | undefined;
};
export type PostCodeRunBody = {
  /** What the program is written in */
  language: 'javascript' | 'python';
  /** The program, with the standard library only */
  code: string;
  /** What the program reads from standard input */
  input?: string | undefined;
};
export type PostImageEditBody = {
  /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  image?: string | undefined;
  /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  mask?: string | undefined;
  /** What the image shows, in words */
  prompt?: string | undefined;
  /** What to do; default: what the prompt asks for */
  operation?: 'inpaint' | 'remove-background' | 'replace-background' | 'style' | 'enhance' | 'outpaint' | 'crop' | 'adjust' | undefined;
  /** A model of GET /image/models */
  model?: string | undefined;
  /** The format of the image; default: png */
  format?: 'png' | 'webp' | 'jpeg' | undefined;
  /** The same seed gives the same image */
  seed?: number | undefined;
  /** adjust: darker below 0, brighter above */
  brightness?: number | undefined;
  /** adjust: flatter below 0, stronger above */
  contrast?: number | undefined;
  /** adjust: greyer below 0, more colourful above */
  saturation?: number | undefined;
  /** adjust: bluer below 0, more orange above */
  warmth?: number | undefined;
  /** adjust: softer below 0, sharper above */
  sharpness?: number | undefined;
  /** adjust: how blurred */
  blur?: number | undefined;
  /** adjust: turns the colours by these degrees */
  hue?: number | undefined;
  /** adjust: without colours */
  grayscale?: boolean | undefined;
  /** adjust: as a negative */
  invert?: boolean | undefined;
  /** adjust: degrees, clockwise */
  rotate?: 90 | 180 | 270 | undefined;
  /** adjust: mirrors the image */
  flip?: 'horizontal' | 'vertical' | undefined;
  /** crop: the left edge; default 0 */
  x?: number | undefined;
  /** crop: the upper edge; default 0 */
  y?: number | undefined;
  /** crop: the width to keep */
  width?: number | undefined;
  /** crop: the height to keep */
  height?: number | undefined;
  /** crop: such as 16:9, around the middle, instead of a box */
  aspect_ratio?: string | undefined;
  /** style: oil (artistic), cartoon (anime), watercolor, sketch, pixel, poster or vintage */
  style?: string | undefined;
  /** enhance: whether noise is removed */
  denoise?: boolean | undefined;
  /** replace-background: a colour such as white or #aaccee, or blur */
  background?: string | undefined;
  /** outpaint: pixels to add on the left */
  left?: number | undefined;
  /** outpaint: pixels to add on the right */
  right?: number | undefined;
  /** outpaint: pixels to add above */
  top?: number | undefined;
  /** outpaint: pixels to add below */
  bottom?: number | undefined;
  /** Diffusion models: how much may change, 1 keeps nothing of the image; default 0.6, with a mask 0.9 */
  strength?: number | undefined;
  /** Diffusion models: what the image must not show */
  negative_prompt?: string | undefined;
};
export type PostImageGenerateBody = {
  /** What the image shows, in words */
  prompt: string;
  /** A model of GET /image/models */
  model?: string | undefined;
  /** Pixels */
  width?: number | undefined;
  /** Pixels */
  height?: number | undefined;
  /** Generation steps, where the model has them */
  steps?: number | undefined;
  /** Instead of width and height; default: 1024x1024 */
  size?: '512x512' | '1024x1024' | '1536x1024' | undefined;
  /** The look */
  style?: Style | undefined;
  /** How many images; each is charged */
  count?: number | undefined;
  /** The same seed gives the same image */
  seed?: number | undefined;
  /** What the image must not show */
  negative_prompt?: string | undefined;
  /** The format of the image; default: png. svg is for graphics only (logo, poster, cover, banner, card, icon, sticker, pattern, blueprint), and a scene is refused */
  format?: 'png' | 'webp' | 'jpeg' | 'svg' | undefined;
  /** What is behind the subject */
  background?: string | undefined;
};
export type PostImageUpscaleBody = {
  /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  image?: string | undefined;
  /** How many times larger; default: 2 */
  scale?: 2 | 4 | undefined;
  /** A model of GET /image/models */
  model?: string | undefined;
  /** The format of the image; default: png */
  format?: 'png' | 'webp' | 'jpeg' | undefined;
};
export type PostImagesEditsBody = {
  /** A model of GET /image/models */
  model?: string | undefined;
  /** How many images */
  n?: number | null | undefined;
  /** Width and height in pixels, such as 1024x1024, or auto */
  size?: string | null | undefined;
  /** Whether the answer holds a URL (default) or the image itself */
  response_format?: ImageResponseFormat | undefined;
  /** The format of the image; default: png */
  output_format?: 'png' | 'webp' | 'jpeg' | undefined;
  /** Only false: images are returned complete */
  stream?: boolean | null | undefined;
  /** Not transparent */
  background?: 'auto' | 'opaque' | 'transparent' | null | undefined;
  /** Only 100 */
  output_compression?: number | null | undefined;
  /** Only 0 */
  partial_images?: number | null | undefined;
  /** Accepted without effect: there is one quality */
  quality?: unknown | undefined;
  /** What the image shows, in words */
  prompt: string;
  /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  image?: string | undefined;
  /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  mask?: string | undefined;
};
export type PostImagesGenerationsBody = {
  /** A model of GET /image/models */
  model?: string | undefined;
  /** How many images */
  n?: number | null | undefined;
  /** Width and height in pixels, such as 1024x1024, or auto */
  size?: string | null | undefined;
  /** Whether the answer holds a URL (default) or the image itself */
  response_format?: ImageResponseFormat | undefined;
  /** The format of the image; default: png */
  output_format?: 'png' | 'webp' | 'jpeg' | undefined;
  /** Only false: images are returned complete */
  stream?: boolean | null | undefined;
  /** Not transparent */
  background?: 'auto' | 'opaque' | 'transparent' | null | undefined;
  /** Only 100 */
  output_compression?: number | null | undefined;
  /** Only 0 */
  partial_images?: number | null | undefined;
  /** Accepted without effect: there is one quality */
  quality?: unknown | undefined;
  /** What the image shows, in words */
  prompt: string;
  /** Accepted without effect */
  style?: unknown | undefined;
};
export type PostImagesVariationsBody = {
  /** A model of GET /image/models */
  model?: string | undefined;
  /** How many images */
  n?: number | null | undefined;
  /** Width and height in pixels, such as 1024x1024, or auto */
  size?: string | null | undefined;
  /** Whether the answer holds a URL (default) or the image itself */
  response_format?: ImageResponseFormat | undefined;
  /** The format of the image; default: png */
  output_format?: 'png' | 'webp' | 'jpeg' | undefined;
  /** Only false: images are returned complete */
  stream?: boolean | null | undefined;
  /** Not transparent */
  background?: 'auto' | 'opaque' | 'transparent' | null | undefined;
  /** Only 100 */
  output_compression?: number | null | undefined;
  /** Only 0 */
  partial_images?: number | null | undefined;
  /** Accepted without effect: there is one quality */
  quality?: unknown | undefined;
  /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  image?: string | undefined;
  /** Accepted without effect */
  user?: unknown | undefined;
};
export type PostLibraryByIdSharesBody = {
  /** How long the link works; a week when absent */
  expires_in_hours?: number | undefined;
};
export type PostLibraryDeleteBody = {
  /** The items */
  ids: string[];
};
export type PostLibraryTagsBody = {
  /** The items */
  ids: string[];
  /** Tags that the items get */
  add?: string[] | undefined;
  /** Tags that the items lose */
  remove?: string[] | undefined;
};
export type PostMcpBody = {
  /** The version of JSON-RPC */
  jsonrpc: '2.0';
  /** The id of the call; its answer has the same. Absent in a notification */
  id?: string | number | null | undefined;
  /** Absent in an answer of the client */
  method?: string | undefined;
  /** What the method takes; for a tool its name and arguments */
  params?: Record<string, unknown> | undefined;
};
export type PostMcpReply = {
  /** The version of JSON-RPC */
  jsonrpc: '2.0';
  /** The id of the call; its answer has the same. Absent in a notification */
  id: string | number | null;
  /** What the method answers; for a tool its content */
  result?: Record<string, unknown>;
};
export type PostMessagesBody = {
  /** An id of GET /models, or "default" */
  model: string;
  /** The conversation so far, oldest first; a last message of the assistant is continued */
  messages: ({
    /** Whose message it is */
    role: 'user' | 'assistant' | 'system';
    /** The message, as text or as blocks */
    content: string | ({
      /** text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be */
      type: string;
      /** The text of a text block */
      text?: string | undefined;
      /** Of an image, a document or a search result */
      source?: {
        /** base64, url or file; of a document also text or content */
        type: string;
        /** The type of base64 data, as image/png */
        media_type?: string | undefined;
        /** The image or document in base64, or the text of a document */
        data?: string | undefined;
        /** A /files/ URL of this service, or an https URL */
        url?: string | undefined;
        /** Id of a file of POST /files */
        file_id?: string | undefined;
        /** The content of a document of the type content */
        content?: string | ({
          /** text or image */
          type: string;
          /** The text of a text block */
          text?: string | undefined;
          /** The image of an image block */
          source?: {
            /** base64 or url */
            type: string;
            /** As image/png */
            media_type?: string | undefined;
            /** Base64 */
            data?: string | undefined;
            /** A /files/ URL of this service, or an https URL */
            url?: string | undefined;
          } | string | undefined;
        })[] | undefined;
      } | string | undefined;
      /** The title of a document or a search result */
      title?: string | null | undefined;
      /** What to know about a document */
      context?: string | null | undefined;
      /** The tool of a tool_reference */
      tool_name?: string | undefined;
      /** What the tool returned: text, or blocks of text, images and documents */
      content?: string | ({
        /** text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be */
        type: string;
        /** The text of a text block */
        text?: string | undefined;
        /** Of an image, a document or a search result */
        source?: {
          /** base64, url or file; of a document also text or content */
          type: string;
          /** The type of base64 data, as image/png */
          media_type?: string | undefined;
          /** The image or document in base64, or the text of a document */
          data?: string | undefined;
          /** A /files/ URL of this service, or an https URL */
          url?: string | undefined;
          /** Id of a file of POST /files */
          file_id?: string | undefined;
          /** The content of a document of the type content */
          content?: string | ({
            /** text or image */
            type: string;
            /** The text of a text block */
            text?: string | undefined;
            /** The image of an image block */
            source?: {
              /** base64 or url */
              type: string;
              /** As image/png */
              media_type?: string | undefined;
              /** Base64 */
              data?: string | undefined;
              /** A /files/ URL of this service, or an https URL */
              url?: string | undefined;
            } | string | undefined;
          })[] | undefined;
        } | string | undefined;
        /** The title of a document or a search result */
        title?: string | null | undefined;
        /** What to know about a document */
        context?: string | null | undefined;
        /** The tool of a tool_reference */
        tool_name?: string | undefined;
        /** The texts of a search result */
        content?: string | ({
          /** text or image */
          type: string;
          /** The text of a text block */
          text?: string | undefined;
          /** The image of an image block */
          source?: {
            /** base64 or url */
            type: string;
            /** As image/png */
            media_type?: string | undefined;
            /** Base64 */
            data?: string | undefined;
            /** A /files/ URL of this service, or an https URL */
            url?: string | undefined;
          } | string | undefined;
        })[] | undefined;
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** 5m; a longer time asks for no more than that */
          ttl?: string | undefined;
        } | null | undefined;
      })[] | undefined;
      /** Asks an upstream that knows it to keep the prompt up to here */
      cache_control?: {
        /** The only kind */
        type: 'ephemeral';
        /** 5m; a longer time asks for no more than that */
        ttl?: string | undefined;
      } | null | undefined;
      /** Id of a tool_use */
      id?: string | undefined;
      /** The tool of a tool_use */
      name?: string | undefined;
      /** What the tool was called with */
      input?: unknown | undefined;
      /** The tool_use that a tool_result answers */
      tool_use_id?: string | undefined;
      /** true: the tool failed */
      is_error?: boolean | undefined;
      /** A thought of an earlier answer */
      thinking?: string | undefined;
      /** The signature that came with the thought */
      signature?: string | undefined;
      /** A thought that only its model can read */
      data?: string | undefined;
    })[];
  })[];
  /** What the model should keep to, as text or as text blocks */
  system?: string | ({
    /** text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be */
    type: string;
    /** The text of a text block */
    text?: string | undefined;
    /** Of an image, a document or a search result */
    source?: {
      /** base64, url or file; of a document also text or content */
      type: string;
      /** The type of base64 data, as image/png */
      media_type?: string | undefined;
      /** The image or document in base64, or the text of a document */
      data?: string | undefined;
      /** A /files/ URL of this service, or an https URL */
      url?: string | undefined;
      /** Id of a file of POST /files */
      file_id?: string | undefined;
      /** The content of a document of the type content */
      content?: string | ({
        /** text or image */
        type: string;
        /** The text of a text block */
        text?: string | undefined;
        /** The image of an image block */
        source?: {
          /** base64 or url */
          type: string;
          /** As image/png */
          media_type?: string | undefined;
          /** Base64 */
          data?: string | undefined;
          /** A /files/ URL of this service, or an https URL */
          url?: string | undefined;
        } | string | undefined;
      })[] | undefined;
    } | string | undefined;
    /** The title of a document or a search result */
    title?: string | null | undefined;
    /** What to know about a document */
    context?: string | null | undefined;
    /** The tool of a tool_reference */
    tool_name?: string | undefined;
    /** The texts of a search result */
    content?: string | ({
      /** text or image */
      type: string;
      /** The text of a text block */
      text?: string | undefined;
      /** The image of an image block */
      source?: {
        /** base64 or url */
        type: string;
        /** As image/png */
        media_type?: string | undefined;
        /** Base64 */
        data?: string | undefined;
        /** A /files/ URL of this service, or an https URL */
        url?: string | undefined;
      } | string | undefined;
    })[] | undefined;
    /** Asks an upstream that knows it to keep the prompt up to here */
    cache_control?: {
      /** The only kind */
      type: 'ephemeral';
      /** 5m; a longer time asks for no more than that */
      ttl?: string | undefined;
    } | null | undefined;
  })[] | undefined;
  /** Tools that the model may use */
  tools?: ({
    /** custom, or a tool of Anthropic that you run; those that Anthropic runs are left out */
    type?: string | null | undefined;
    /** How the model calls the tool; required */
    name?: string | undefined;
    /** What the tool does, for the model */
    description?: string | undefined;
    /** JSON schema of its input; required */
    input_schema?: Record<string, unknown> | undefined;
    /** Inputs, told to the model with the description */
    input_examples?: unknown[] | undefined;
    /** Of a search of the web: how often; default 5, at most 10 */
    max_uses?: number | null | undefined;
    /** Of a search of the web: results of these domains alone are shown to the model */
    allowed_domains?: string[] | null | undefined;
    /** Of a search of the web: results of these domains are not shown to the model */
    blocked_domains?: string[] | null | undefined;
    /** true: shown to the model once a tool_reference names it */
    defer_loading?: boolean | null | undefined;
    /** true: the input follows the schema exactly */
    strict?: boolean | null | undefined;
    /** Asks an upstream that knows it to keep the prompt up to here */
    cache_control?: {
      /** The only kind */
      type: 'ephemeral';
      /** 5m; a longer time asks for no more than that */
      ttl?: string | undefined;
    } | null | undefined;
  })[] | undefined;
  /** Whether the model may use tools, must use one, or must use this one */
  tool_choice?: {
    /** any: calls a tool; tool: calls the named one */
    type: 'auto' | 'any' | 'tool' | 'none';
    /** The tool, with the type tool */
    name?: string | undefined;
    /** true: the answer has one tool_use at most */
    disable_parallel_tool_use?: boolean | undefined;
  } | undefined;
  /** How much a model that thinks may think */
  thinking?: {
    /** adaptive: as much as the model likes */
    type: 'enabled' | 'adaptive' | 'disabled';
    /** The most tokens to think with; less than max_tokens */
    budget_tokens?: number | undefined;
    /** omitted: thoughts come without their text */
    display?: string | null | undefined;
  } | undefined;
  /** The form of the answer, and its effort */
  output_config?: {
    /** How much a model that thinks may think, for upstreams that know efforts */
    effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
    /** JSON of a given schema */
    format?: {
      /** The only kind */
      type: 'json_schema';
      /** The JSON schema of the answer */
      schema: Record<string, unknown>;
    } | null | undefined;
  } | undefined;
  /** JSON of a given schema */
  output_format?: {
    /** The only kind */
    type: 'json_schema';
    /** The JSON schema of the answer */
    schema: Record<string, unknown>;
  } | null | undefined;
  /** The most tokens to generate, thoughts included */
  max_tokens: number;
  /** Texts at which the answer ends */
  stop_sequences?: string[] | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | undefined;
  /** Higher: more varied; default: that of the model */
  temperature?: number | undefined;
  /** Only the most likely tokens that together have this probability */
  top_p?: number | undefined;
  /** Only this many likely tokens */
  top_k?: number | undefined;
  /** About the request */
  metadata?: {
    /** Your own name for the person who asks */
    user_id?: string | null | undefined;
  } | undefined;
  /** Accepted without effect: there is one tier */
  service_tier?: string | undefined;
};
export type PostMessagesCountTokensBody = {
  /** An id of GET /models, or "default" */
  model: string;
  /** The conversation so far, oldest first; a last message of the assistant is continued */
  messages: ({
    /** Whose message it is */
    role: 'user' | 'assistant' | 'system';
    /** The message, as text or as blocks */
    content: string | ({
      /** text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be */
      type: string;
      /** The text of a text block */
      text?: string | undefined;
      /** Of an image, a document or a search result */
      source?: {
        /** base64, url or file; of a document also text or content */
        type: string;
        /** The type of base64 data, as image/png */
        media_type?: string | undefined;
        /** The image or document in base64, or the text of a document */
        data?: string | undefined;
        /** A /files/ URL of this service, or an https URL */
        url?: string | undefined;
        /** Id of a file of POST /files */
        file_id?: string | undefined;
        /** The content of a document of the type content */
        content?: string | ({
          /** text or image */
          type: string;
          /** The text of a text block */
          text?: string | undefined;
          /** The image of an image block */
          source?: {
            /** base64 or url */
            type: string;
            /** As image/png */
            media_type?: string | undefined;
            /** Base64 */
            data?: string | undefined;
            /** A /files/ URL of this service, or an https URL */
            url?: string | undefined;
          } | string | undefined;
        })[] | undefined;
      } | string | undefined;
      /** The title of a document or a search result */
      title?: string | null | undefined;
      /** What to know about a document */
      context?: string | null | undefined;
      /** The tool of a tool_reference */
      tool_name?: string | undefined;
      /** What the tool returned: text, or blocks of text, images and documents */
      content?: string | ({
        /** text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be */
        type: string;
        /** The text of a text block */
        text?: string | undefined;
        /** Of an image, a document or a search result */
        source?: {
          /** base64, url or file; of a document also text or content */
          type: string;
          /** The type of base64 data, as image/png */
          media_type?: string | undefined;
          /** The image or document in base64, or the text of a document */
          data?: string | undefined;
          /** A /files/ URL of this service, or an https URL */
          url?: string | undefined;
          /** Id of a file of POST /files */
          file_id?: string | undefined;
          /** The content of a document of the type content */
          content?: string | ({
            /** text or image */
            type: string;
            /** The text of a text block */
            text?: string | undefined;
            /** The image of an image block */
            source?: {
              /** base64 or url */
              type: string;
              /** As image/png */
              media_type?: string | undefined;
              /** Base64 */
              data?: string | undefined;
              /** A /files/ URL of this service, or an https URL */
              url?: string | undefined;
            } | string | undefined;
          })[] | undefined;
        } | string | undefined;
        /** The title of a document or a search result */
        title?: string | null | undefined;
        /** What to know about a document */
        context?: string | null | undefined;
        /** The tool of a tool_reference */
        tool_name?: string | undefined;
        /** The texts of a search result */
        content?: string | ({
          /** text or image */
          type: string;
          /** The text of a text block */
          text?: string | undefined;
          /** The image of an image block */
          source?: {
            /** base64 or url */
            type: string;
            /** As image/png */
            media_type?: string | undefined;
            /** Base64 */
            data?: string | undefined;
            /** A /files/ URL of this service, or an https URL */
            url?: string | undefined;
          } | string | undefined;
        })[] | undefined;
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** 5m; a longer time asks for no more than that */
          ttl?: string | undefined;
        } | null | undefined;
      })[] | undefined;
      /** Asks an upstream that knows it to keep the prompt up to here */
      cache_control?: {
        /** The only kind */
        type: 'ephemeral';
        /** 5m; a longer time asks for no more than that */
        ttl?: string | undefined;
      } | null | undefined;
      /** Id of a tool_use */
      id?: string | undefined;
      /** The tool of a tool_use */
      name?: string | undefined;
      /** What the tool was called with */
      input?: unknown | undefined;
      /** The tool_use that a tool_result answers */
      tool_use_id?: string | undefined;
      /** true: the tool failed */
      is_error?: boolean | undefined;
      /** A thought of an earlier answer */
      thinking?: string | undefined;
      /** The signature that came with the thought */
      signature?: string | undefined;
      /** A thought that only its model can read */
      data?: string | undefined;
    })[];
  })[];
  /** What the model should keep to, as text or as text blocks */
  system?: string | ({
    /** text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be */
    type: string;
    /** The text of a text block */
    text?: string | undefined;
    /** Of an image, a document or a search result */
    source?: {
      /** base64, url or file; of a document also text or content */
      type: string;
      /** The type of base64 data, as image/png */
      media_type?: string | undefined;
      /** The image or document in base64, or the text of a document */
      data?: string | undefined;
      /** A /files/ URL of this service, or an https URL */
      url?: string | undefined;
      /** Id of a file of POST /files */
      file_id?: string | undefined;
      /** The content of a document of the type content */
      content?: string | ({
        /** text or image */
        type: string;
        /** The text of a text block */
        text?: string | undefined;
        /** The image of an image block */
        source?: {
          /** base64 or url */
          type: string;
          /** As image/png */
          media_type?: string | undefined;
          /** Base64 */
          data?: string | undefined;
          /** A /files/ URL of this service, or an https URL */
          url?: string | undefined;
        } | string | undefined;
      })[] | undefined;
    } | string | undefined;
    /** The title of a document or a search result */
    title?: string | null | undefined;
    /** What to know about a document */
    context?: string | null | undefined;
    /** The tool of a tool_reference */
    tool_name?: string | undefined;
    /** The texts of a search result */
    content?: string | ({
      /** text or image */
      type: string;
      /** The text of a text block */
      text?: string | undefined;
      /** The image of an image block */
      source?: {
        /** base64 or url */
        type: string;
        /** As image/png */
        media_type?: string | undefined;
        /** Base64 */
        data?: string | undefined;
        /** A /files/ URL of this service, or an https URL */
        url?: string | undefined;
      } | string | undefined;
    })[] | undefined;
    /** Asks an upstream that knows it to keep the prompt up to here */
    cache_control?: {
      /** The only kind */
      type: 'ephemeral';
      /** 5m; a longer time asks for no more than that */
      ttl?: string | undefined;
    } | null | undefined;
  })[] | undefined;
  /** Tools that the model may use */
  tools?: ({
    /** custom, or a tool of Anthropic that you run; those that Anthropic runs are left out */
    type?: string | null | undefined;
    /** How the model calls the tool; required */
    name?: string | undefined;
    /** What the tool does, for the model */
    description?: string | undefined;
    /** JSON schema of its input; required */
    input_schema?: Record<string, unknown> | undefined;
    /** Inputs, told to the model with the description */
    input_examples?: unknown[] | undefined;
    /** Of a search of the web: how often; default 5, at most 10 */
    max_uses?: number | null | undefined;
    /** Of a search of the web: results of these domains alone are shown to the model */
    allowed_domains?: string[] | null | undefined;
    /** Of a search of the web: results of these domains are not shown to the model */
    blocked_domains?: string[] | null | undefined;
    /** true: shown to the model once a tool_reference names it */
    defer_loading?: boolean | null | undefined;
    /** true: the input follows the schema exactly */
    strict?: boolean | null | undefined;
    /** Asks an upstream that knows it to keep the prompt up to here */
    cache_control?: {
      /** The only kind */
      type: 'ephemeral';
      /** 5m; a longer time asks for no more than that */
      ttl?: string | undefined;
    } | null | undefined;
  })[] | undefined;
  /** Whether the model may use tools, must use one, or must use this one */
  tool_choice?: {
    /** any: calls a tool; tool: calls the named one */
    type: 'auto' | 'any' | 'tool' | 'none';
    /** The tool, with the type tool */
    name?: string | undefined;
    /** true: the answer has one tool_use at most */
    disable_parallel_tool_use?: boolean | undefined;
  } | undefined;
  /** How much a model that thinks may think */
  thinking?: {
    /** adaptive: as much as the model likes */
    type: 'enabled' | 'adaptive' | 'disabled';
    /** The most tokens to think with; less than max_tokens */
    budget_tokens?: number | undefined;
    /** omitted: thoughts come without their text */
    display?: string | null | undefined;
  } | undefined;
  /** The form of the answer, and its effort */
  output_config?: {
    /** How much a model that thinks may think, for upstreams that know efforts */
    effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
    /** JSON of a given schema */
    format?: {
      /** The only kind */
      type: 'json_schema';
      /** The JSON schema of the answer */
      schema: Record<string, unknown>;
    } | null | undefined;
  } | undefined;
  /** JSON of a given schema */
  output_format?: {
    /** The only kind */
    type: 'json_schema';
    /** The JSON schema of the answer */
    schema: Record<string, unknown>;
  } | null | undefined;
};
export type PostMessagesCountTokensReply = {
  /** The tokens that were read. */
  input_tokens: number;
};
export type PostMessagesReply = {
  /** The unique id. */
  id: string;
  /** The kind of this entry. */
  type: 'message';
  /** Who speaks. */
  role: 'assistant';
  /** The id of the model that answered. */
  model: string;
  /** The content. */
  content: {
    /** The kind of this entry. */
    type: 'thinking' | 'text' | 'tool_use';
    /** The reasoning of the model. */
    thinking?: string;
    /** Proof of the reasoning: send it back unchanged. */
    signature?: string;
    /** The text. */
    text?: string;
    /** The unique id. */
    id?: string;
    /** The name that people read. */
    name?: string;
    /** The arguments of the tool, as the model wrote them. */
    input?: unknown;
  }[];
  /** Why the answer ended. */
  stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal';
  /** The stop sequence that ended it; null if none did. */
  stop_sequence: string | null;
  /** What was used and what it cost. */
  usage: {
    /** Prompt tokens, without the cached ones */
    input_tokens: number;
    /** The tokens that the model read from its cache. */
    cache_read_input_tokens: number;
    /** The tokens that were written. */
    output_tokens: number;
    /** The credits. */
    credits?: number;
  };
};
export type PostModelsByModelBatchEmbedContentsBody = {
  /** One request for each vector */
  requests: GeminiEmbedRequest[];
};
export type PostModelsByModelBatchEmbedContentsReply = {
  /** The vectors, in the order of the inputs. */
  embeddings: {
    /** The numbers of the vector. */
    values: number[];
  }[];
  /** What was used. */
  usageMetadata: {
    /** The tokens that were read. */
    promptTokenCount: number;
  };
};
export type PostModelsByModelCountTokensBody = {
  /** The conversation to count */
  contents?: GeminiContent[] | undefined;
  /** A whole request to count, instead of contents */
  generateContentRequest?: GeminiRequest | undefined;
};
export type PostModelsByModelCountTokensReply = {
  /** The tokens of the prompt. */
  totalTokens: number;
};
export type PostModelsByModelEmbedContentReply = {
  /** The vector. */
  embedding: {
    /** The numbers of the vector. */
    values: number[];
  };
  /** What was used. */
  usageMetadata: {
    /** The tokens that were read. */
    promptTokenCount: number;
  };
};
export type PostModerationsBody = {
  /** A model of the upstream; default: its first */
  model?: string | undefined;
  /** A text, texts, or parts of text and images */
  input: string | string[] | ({
    /** What the part holds */
    type: 'text' | 'image_url';
    /** The text of a text part */
    text?: string | undefined;
    /** The image of an image part */
    image_url?: {
      /** A data URI, a /files/ URL, or an https URL */
      url: string;
    } | undefined;
  })[];
};
export type PostModerationsReply = {
  /** The unique id. */
  id: string;
  /** The id of the model that answered. */
  model: string;
  /** The results, best first. */
  results: Record<string, unknown>[];
};
export type PostMusicGenerateBody = {
  /** A model of GET /models whose module is music */
  model?: string | undefined;
  /** What the song is about and how it sounds */
  prompt: string;
  /** One of GET /music/genres */
  genre?: string | undefined;
  /** Seconds; 60 when absent */
  duration?: number | undefined;
  /** One of GET /music/voices */
  voice?: string | undefined;
  /** Two make a duet */
  voices?: string[] | undefined;
  /** Whether and how it is sung */
  vocals?: {
    /** false: instrumental */
    enabled?: boolean | undefined;
    /** Who sings; default: any */
    gender?: 'female' | 'male' | 'duet' | 'any' | undefined;
    /** How it is sung, in words */
    style?: string | undefined;
  } | undefined;
  /** [Verse], [Chorus] and [Bridge] tags allowed */
  lyrics?: string | undefined;
  /** The title; default: one from the prompt */
  title?: string | undefined;
  /** Beats per minute */
  tempo?: number | undefined;
  /** e.g. "A minor" */
  key?: string | undefined;
  /** Such as calm or energetic */
  mood?: string | undefined;
  /** The same seed gives the same song */
  seed?: number | undefined;
  /** true: no singing */
  instrumental?: boolean | undefined;
  /** How the song is mastered */
  mastering?: Mastering | undefined;
  /** The format of audio_url; default: mp3 */
  format?: 'mp3' | 'wav' | 'flac' | undefined;
};
export type PostMusicMasterBody = {
  /** A model of GET /models whose module is music */
  model?: string | undefined;
  /** A file id, a /files/ URL of this service, a data URI or an https URL; or upload a file as multipart */
  audio?: string | undefined;
  /** A track of your library */
  track_id?: string | undefined;
  /** The title of the mastered track */
  title?: string | undefined;
  /** How loud and how dense; default: streaming */
  preset?: MasteringPreset | undefined;
  /** How the song is mastered */
  mastering?: Mastering | undefined;
  /** The format of audio_url; default: mp3 */
  format?: 'mp3' | 'wav' | 'flac' | undefined;
};
export type PostOperatorAccountsByIdCreditsBody = {
  /** Positive to give, negative to take; at most six decimals */
  credits: number;
  /** Which balance; default: live */
  environment?: 'live' | 'test' | undefined;
  /** When what is left of the given credits expires, ISO 8601; absent: never */
  expires_at?: string | undefined;
  /** Whether the given credits are used before all others; default false */
  promotional?: boolean | undefined;
  /** The reason; the customer sees it in the transactions, and it is kept in the audit log permanently */
  reason: string;
};
export type PostOperatorAccountsByIdDeletionBody = {
  /** The reason; kept in the audit log permanently */
  reason: string;
  /** Without the waiting period. It cannot be undone */
  at_once?: boolean | undefined;
};
export type PostOperatorAccountsByIdExportBody = {
  /** The reason; kept in the audit log permanently */
  reason: string;
  /** Files beyond the first 2 GB come in further parts */
  part?: number | undefined;
};
export type PostOperatorAccountsByIdPlanBody = {
  /** An id of the price list */
  plan: string;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type PostOperatorAccountsByIdPriceFactorBody = {
  /** What the account pays for usage, in thousandths of the list price: 1000 is the list price, 900 a tenth less, 0 free; null: the price factor of its plan */
  price_factor_permille: number | null;
  /** Whether this factor may take models below what they cost; default false */
  allow_loss?: boolean | undefined;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type PostOperatorCodesBody = {
  /** How many codes; default 1 */
  count?: number | undefined;
  /** Credits of each redemption; at most six decimals */
  credits?: number | undefined;
  /** A plan of the price list, given for `days` days */
  plan?: string | undefined;
  /** How long the plan lasts */
  days?: number | undefined;
  /** How many accounts may redeem each code; default 1. An account redeems a code once. */
  max_uses?: number | undefined;
  /** The codes cannot be redeemed after this time */
  expires_at?: string | undefined;
  /** Which balance; default: live */
  environment?: 'live' | 'test' | undefined;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type PostOperatorCouponsBody = {
  /** What customers type, such as SPRING25; a random one if absent. Case does not count */
  code?: string | undefined;
  /** Percent of the price; this or `amount_off` */
  percent_off?: number | undefined;
  /** Minor units of the currency */
  amount_off?: number | undefined;
  /** Only these packages; with neither list, everything that is sold */
  packages?: string[] | undefined;
  /** Only these plans */
  plans?: string[] | undefined;
  /** How many accounts may use it; no limit if absent */
  max_uses?: number | undefined;
  /** It cannot be used after this time */
  expires_at?: string | undefined;
  /** Which balance; default: live */
  environment?: 'live' | 'test' | undefined;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type PostOperatorUpstreamsByIdRemoveReply = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: OperatorUpstream[];
};
export type PostPaymentsCardsBody = {
  /** Where the browser goes afterwards */
  return_url?: string | undefined;
};
export type PostPaymentsCheckoutBody = {
  /** Minor units of the currency */
  amount?: number | undefined;
  /** How many credits to buy */
  credits?: number | undefined;
  /** A package of GET /payments/prices */
  package?: string | undefined;
  /** A plan of GET /payments/prices to subscribe to */
  plan?: string | undefined;
  /** A coupon of the operator */
  coupon?: string | undefined;
  /** Must be the currency of GET /payments/prices */
  currency?: string | undefined;
  /** Where the browser goes after the payment */
  success_url?: string | undefined;
  /** Where the browser goes if the customer gives up */
  cancel_url?: string | undefined;
};
export type PostPaymentsPortalBody = {
  /** Where the browser goes afterwards */
  return_url?: string | undefined;
};
export type PostPaymentsRedeemBody = {
  /** The code; case, blanks and hyphens do not count */
  code: string;
};
export type PostPaymentsReferralBody = {
  /** The code of the account that referred this one */
  code: string;
};
export type PostPaymentsSubscriptionChangeBody = {
  /** A plan of GET /payments/prices */
  plan: string;
};
export type PostResponsesBody = {
  /** An id of GET /models, or "default" */
  model: string;
  /** A text, or the items of the conversation, oldest first */
  input: string | ({
    /** message (default), function_call, custom_tool_call, tool_search_call, their outputs, reasoning, compaction, additional_tools or item_reference */
    type?: string | undefined;
    /** Id of the item; an item_reference names an item of a stored response */
    id?: string | null | undefined;
    /** Whose message it is */
    role?: 'user' | 'assistant' | 'system' | 'developer' | undefined;
    /** The message, as text or as parts */
    content?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | null | undefined;
    /** Which call this is, or which call this is the output of */
    call_id?: string | undefined;
    /** The function that was called */
    name?: string | undefined;
    /** The namespace of the tool that was called */
    namespace?: string | null | undefined;
    /** The arguments of the call, as JSON text; of a search of tools, as an object */
    arguments?: unknown | undefined;
    /** What a custom tool was called with */
    input?: string | undefined;
    /** What a search of tools found */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
      /** The tools of a namespace */
      tools?: ({
        /** function, custom, namespace or tool_search; others are left out */
        type: string;
        /** How the model calls the tool */
        name?: string | undefined;
        /** What the tool does, for the model */
        description?: string | null | undefined;
        /** JSON schema of the arguments of a function */
        parameters?: Record<string, unknown> | null | undefined;
        /** true: the arguments follow the schema exactly */
        strict?: boolean | null | undefined;
        /** Text, or the grammar, that a custom tool takes */
        format?: unknown | undefined;
        /** client: you answer the search of tools */
        execution?: string | undefined;
        /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
        external_web_access?: boolean | null | undefined;
        /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
        filters?: {
          /** Results of these domains alone are shown to the model */
          allowed_domains?: string[] | null | undefined;
        } | null | undefined;
        /** Of file_search: the vector stores to search */
        vector_store_ids?: string[] | null | undefined;
        /** Of file_search: how many passages a search finds at most; default 8 */
        max_num_results?: number | null | undefined;
        /** Of file_search: how passages are ranked */
        ranking_options?: {
          /** Accepted; passages are ranked by similarity */
          ranker?: string | null | undefined;
          /** Only passages with at least this score */
          score_threshold?: number | null | undefined;
          /** Refused: passages are found by meaning alone */
          hybrid_search?: unknown | undefined;
        } | null | undefined;
        /** true: shown to the model once a search of yours has found it */
        defer_loading?: boolean | null | undefined;
      })[] | undefined;
    })[] | undefined;
    /** What the tool returned, as text or as parts: text, images, documents */
    output?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | undefined;
    /** What the model thought, of an item of type reasoning */
    summary?: {
      /** summary_text or reasoning_text */
      type?: string | undefined;
      /** The thought */
      text: string;
    }[] | undefined;
    /** The thought itself, encrypted, or the signature that came with it */
    encrypted_content?: string | null | undefined;
  })[];
  /** What the model should keep to; not carried over to the next response */
  instructions?: string | null | undefined;
  /** A conversation of POST /conversations that goes on; not together with previous_response_id */
  conversation?: string | {
    /** Id of the conversation */
    id: string;
  } | null | undefined;
  /** A stored response whose conversation goes on */
  previous_response_id?: string | null | undefined;
  /** false: the response is not kept; default true */
  store?: boolean | null | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | null | undefined;
  /** The most tokens to generate, thoughts included */
  max_output_tokens?: number | null | undefined;
  /** Higher: more varied; default: that of the model */
  temperature?: number | null | undefined;
  /** Only the most likely tokens that together have this probability */
  top_p?: number | null | undefined;
  /** Tools that the model may call */
  tools?: ({
    /** function, custom, namespace or tool_search; others are left out */
    type: string;
    /** How the model calls the tool */
    name?: string | undefined;
    /** What the tool does, for the model */
    description?: string | null | undefined;
    /** JSON schema of the arguments of a function */
    parameters?: Record<string, unknown> | null | undefined;
    /** true: the arguments follow the schema exactly */
    strict?: boolean | null | undefined;
    /** Text, or the grammar, that a custom tool takes */
    format?: unknown | undefined;
    /** client: you answer the search of tools */
    execution?: string | undefined;
    /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
    external_web_access?: boolean | null | undefined;
    /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
    filters?: {
      /** Results of these domains alone are shown to the model */
      allowed_domains?: string[] | null | undefined;
    } | null | undefined;
    /** Of file_search: the vector stores to search */
    vector_store_ids?: string[] | null | undefined;
    /** Of file_search: how many passages a search finds at most; default 8 */
    max_num_results?: number | null | undefined;
    /** Of file_search: how passages are ranked */
    ranking_options?: {
      /** Accepted; passages are ranked by similarity */
      ranker?: string | null | undefined;
      /** Only passages with at least this score */
      score_threshold?: number | null | undefined;
      /** Refused: passages are found by meaning alone */
      hybrid_search?: unknown | undefined;
    } | null | undefined;
    /** true: shown to the model once a search of yours has found it */
    defer_loading?: boolean | null | undefined;
    /** The tools of a namespace */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
    })[] | undefined;
  })[] | undefined;
  /** Whether the model may call tools, must call one, or must call this one */
  tool_choice?: 'none' | 'auto' | 'required' | {
    /** function, custom or allowed_tools */
    type: string;
    /** The tool that must be called */
    name?: string | undefined;
    /** Its namespace */
    namespace?: string | null | undefined;
    /** Of allowed_tools */
    mode?: 'auto' | 'required' | undefined;
    /** The tools that may be called */
    tools?: {
      /** function or custom */
      type?: string | undefined;
      /** Its name */
      name?: string | undefined;
      /** Its namespace */
      namespace?: string | null | undefined;
    }[] | undefined;
  } | null | undefined;
  /** false: the answer has one call at most; default true */
  parallel_tool_calls?: boolean | null | undefined;
  /** The form of the answer */
  text?: {
    /** Text, any JSON object, or JSON of a given schema */
    format?: {
      /** text is the default */
      type: 'text' | 'json_object' | 'json_schema';
      /** Your name for the schema */
      name?: string | undefined;
      /** Accepted without effect */
      description?: string | undefined;
      /** The JSON schema of the answer */
      schema?: Record<string, unknown> | undefined;
      /** true: the answer follows the schema exactly */
      strict?: boolean | null | undefined;
    } | undefined;
    /** How much it says, for upstreams that know it */
    verbosity?: 'low' | 'medium' | 'high' | null | undefined;
  } | undefined;
  /** How much the model thinks, and how its thoughts are shown */
  reasoning?: {
    /** How much a model that thinks may think */
    effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
    /** Thoughts arrive as the summary of a reasoning item, not as its content */
    summary?: 'auto' | 'concise' | 'detailed' | null | undefined;
  } | null | undefined;
  /** Up to 16 notes of your own, stored with the response */
  metadata?: Record<string, string> | null | undefined;
  /** reasoning.encrypted_content: thoughts that only this service can read; message.output_text.logprobs */
  include?: string[] | null | undefined;
  /** How many likely tokens to name at each place, for upstreams that tell */
  top_logprobs?: number | null | undefined;
  /** How often the web may be searched; default 5, at most 10 */
  max_tool_calls?: number | null | undefined;
  /** Accepted without effect: no item is dropped */
  truncation?: 'auto' | 'disabled' | null | undefined;
  /** true: answered without a connection; read it with GET /responses/{id}, whose `stream` and `starting_after` give its events */
  background?: boolean | null | undefined;
  /** Accepted without effect: there is one tier */
  service_tier?: string | null | undefined;
  /** Your own name for the person who asks */
  user?: string | undefined;
  /** The newer name of user, for upstreams that know it */
  safety_identifier?: string | null | undefined;
  /** Accepted without effect */
  prompt_cache_key?: string | null | undefined;
  /** Accepted without effect: streams are not padded */
  stream_options?: {
    /** Accepted without effect */
    include_obfuscation?: boolean | undefined;
  } | null | undefined;
};
export type PostResponsesByIdCancelReply = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'response';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** The state: where it is between its start and its end. */
  status: 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';
  /** The id of the model that answered. */
  model: string;
  /** The items of the answer, in order. */
  output: {
    /** The kind of this entry. */
    type: string;
    /** The unique id. */
    id?: string;
  }[];
  /** What was used and what it cost. */
  usage?: {
    /** The tokens that were read. */
    input_tokens: number;
    /** The tokens that were written. */
    output_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** The credits. */
    credits?: number;
  };
};
export type PostResponsesCompactBody = {
  /** An id of GET /models, or "default" */
  model: string;
  /** The conversation: a text, or its items */
  input?: string | ({
    /** message (default), function_call, custom_tool_call, tool_search_call, their outputs, reasoning, compaction, additional_tools or item_reference */
    type?: string | undefined;
    /** Id of the item; an item_reference names an item of a stored response */
    id?: string | null | undefined;
    /** Whose message it is */
    role?: 'user' | 'assistant' | 'system' | 'developer' | undefined;
    /** The message, as text or as parts */
    content?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | null | undefined;
    /** Which call this is, or which call this is the output of */
    call_id?: string | undefined;
    /** The function that was called */
    name?: string | undefined;
    /** The namespace of the tool that was called */
    namespace?: string | null | undefined;
    /** The arguments of the call, as JSON text; of a search of tools, as an object */
    arguments?: unknown | undefined;
    /** What a custom tool was called with */
    input?: string | undefined;
    /** What a search of tools found */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
      /** The tools of a namespace */
      tools?: ({
        /** function, custom, namespace or tool_search; others are left out */
        type: string;
        /** How the model calls the tool */
        name?: string | undefined;
        /** What the tool does, for the model */
        description?: string | null | undefined;
        /** JSON schema of the arguments of a function */
        parameters?: Record<string, unknown> | null | undefined;
        /** true: the arguments follow the schema exactly */
        strict?: boolean | null | undefined;
        /** Text, or the grammar, that a custom tool takes */
        format?: unknown | undefined;
        /** client: you answer the search of tools */
        execution?: string | undefined;
        /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
        external_web_access?: boolean | null | undefined;
        /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
        filters?: {
          /** Results of these domains alone are shown to the model */
          allowed_domains?: string[] | null | undefined;
        } | null | undefined;
        /** Of file_search: the vector stores to search */
        vector_store_ids?: string[] | null | undefined;
        /** Of file_search: how many passages a search finds at most; default 8 */
        max_num_results?: number | null | undefined;
        /** Of file_search: how passages are ranked */
        ranking_options?: {
          /** Accepted; passages are ranked by similarity */
          ranker?: string | null | undefined;
          /** Only passages with at least this score */
          score_threshold?: number | null | undefined;
          /** Refused: passages are found by meaning alone */
          hybrid_search?: unknown | undefined;
        } | null | undefined;
        /** true: shown to the model once a search of yours has found it */
        defer_loading?: boolean | null | undefined;
      })[] | undefined;
    })[] | undefined;
    /** What the tool returned, as text or as parts: text, images, documents */
    output?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | undefined;
    /** What the model thought, of an item of type reasoning */
    summary?: {
      /** summary_text or reasoning_text */
      type?: string | undefined;
      /** The thought */
      text: string;
    }[] | undefined;
    /** The thought itself, encrypted, or the signature that came with it */
    encrypted_content?: string | null | undefined;
  })[] | null | undefined;
  /** What the model should keep to */
  instructions?: string | null | undefined;
  /** A stored response whose conversation comes before */
  previous_response_id?: string | null | undefined;
  /** Accepted without effect */
  prompt_cache_key?: string | null | undefined;
  /** Accepted without effect: there is one tier */
  service_tier?: string | null | undefined;
};
export type PostResponsesInputTokensBody = {
  /** An id of GET /models; the default model if absent */
  model?: string | null | undefined;
  /** A text, or the items of the conversation */
  input?: string | ({
    /** message (default), function_call, custom_tool_call, tool_search_call, their outputs, reasoning, compaction, additional_tools or item_reference */
    type?: string | undefined;
    /** Id of the item; an item_reference names an item of a stored response */
    id?: string | null | undefined;
    /** Whose message it is */
    role?: 'user' | 'assistant' | 'system' | 'developer' | undefined;
    /** The message, as text or as parts */
    content?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | null | undefined;
    /** Which call this is, or which call this is the output of */
    call_id?: string | undefined;
    /** The function that was called */
    name?: string | undefined;
    /** The namespace of the tool that was called */
    namespace?: string | null | undefined;
    /** The arguments of the call, as JSON text; of a search of tools, as an object */
    arguments?: unknown | undefined;
    /** What a custom tool was called with */
    input?: string | undefined;
    /** What a search of tools found */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
      /** The tools of a namespace */
      tools?: ({
        /** function, custom, namespace or tool_search; others are left out */
        type: string;
        /** How the model calls the tool */
        name?: string | undefined;
        /** What the tool does, for the model */
        description?: string | null | undefined;
        /** JSON schema of the arguments of a function */
        parameters?: Record<string, unknown> | null | undefined;
        /** true: the arguments follow the schema exactly */
        strict?: boolean | null | undefined;
        /** Text, or the grammar, that a custom tool takes */
        format?: unknown | undefined;
        /** client: you answer the search of tools */
        execution?: string | undefined;
        /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
        external_web_access?: boolean | null | undefined;
        /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
        filters?: {
          /** Results of these domains alone are shown to the model */
          allowed_domains?: string[] | null | undefined;
        } | null | undefined;
        /** Of file_search: the vector stores to search */
        vector_store_ids?: string[] | null | undefined;
        /** Of file_search: how many passages a search finds at most; default 8 */
        max_num_results?: number | null | undefined;
        /** Of file_search: how passages are ranked */
        ranking_options?: {
          /** Accepted; passages are ranked by similarity */
          ranker?: string | null | undefined;
          /** Only passages with at least this score */
          score_threshold?: number | null | undefined;
          /** Refused: passages are found by meaning alone */
          hybrid_search?: unknown | undefined;
        } | null | undefined;
        /** true: shown to the model once a search of yours has found it */
        defer_loading?: boolean | null | undefined;
      })[] | undefined;
    })[] | undefined;
    /** What the tool returned, as text or as parts: text, images, documents */
    output?: string | ({
      /** input_text, output_text, refusal, input_image, input_file or input_audio */
      type: string;
      /** The text of a text part */
      text?: string | undefined;
      /** The text of an earlier refusal */
      refusal?: string | undefined;
      /** A data URI, a /files/ URL of this service, or an https URL */
      image_url?: string | null | undefined;
      /** Id of an image or document of POST /files */
      file_id?: string | null | undefined;
      /** A document (PDF or text) as a data URI */
      file_data?: string | null | undefined;
      /** A document: a /files/ URL of this service, or an https URL */
      file_url?: string | null | undefined;
      /** The name of the document, for the model */
      filename?: string | null | undefined;
      /** low, high or auto: how closely the model looks */
      detail?: string | null | undefined;
      /** A recording: it is transcribed, at the price of POST /audio/transcriptions */
      input_audio?: {
        /** Base64, a data URI, or an id or /files/ URL of this service */
        data?: string | undefined;
        /** wav, mp3 …; the recording itself decides */
        format?: string | undefined;
      } | undefined;
    })[] | undefined;
    /** What the model thought, of an item of type reasoning */
    summary?: {
      /** summary_text or reasoning_text */
      type?: string | undefined;
      /** The thought */
      text: string;
    }[] | undefined;
    /** The thought itself, encrypted, or the signature that came with it */
    encrypted_content?: string | null | undefined;
  })[] | null | undefined;
  /** What the model should keep to; not carried over to the next response */
  instructions?: string | null | undefined;
  /** A conversation of POST /conversations that goes on; not together with previous_response_id */
  conversation?: string | {
    /** Id of the conversation */
    id: string;
  } | null | undefined;
  /** A stored response whose conversation goes on */
  previous_response_id?: string | null | undefined;
  /** false: the response is not kept; default true */
  store?: boolean | null | undefined;
  /** true: the answer comes as server-sent events */
  stream?: boolean | null | undefined;
  /** The most tokens to generate, thoughts included */
  max_output_tokens?: number | null | undefined;
  /** Higher: more varied; default: that of the model */
  temperature?: number | null | undefined;
  /** Only the most likely tokens that together have this probability */
  top_p?: number | null | undefined;
  /** Tools that the model may call */
  tools?: ({
    /** function, custom, namespace or tool_search; others are left out */
    type: string;
    /** How the model calls the tool */
    name?: string | undefined;
    /** What the tool does, for the model */
    description?: string | null | undefined;
    /** JSON schema of the arguments of a function */
    parameters?: Record<string, unknown> | null | undefined;
    /** true: the arguments follow the schema exactly */
    strict?: boolean | null | undefined;
    /** Text, or the grammar, that a custom tool takes */
    format?: unknown | undefined;
    /** client: you answer the search of tools */
    execution?: string | undefined;
    /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
    external_web_access?: boolean | null | undefined;
    /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
    filters?: {
      /** Results of these domains alone are shown to the model */
      allowed_domains?: string[] | null | undefined;
    } | null | undefined;
    /** Of file_search: the vector stores to search */
    vector_store_ids?: string[] | null | undefined;
    /** Of file_search: how many passages a search finds at most; default 8 */
    max_num_results?: number | null | undefined;
    /** Of file_search: how passages are ranked */
    ranking_options?: {
      /** Accepted; passages are ranked by similarity */
      ranker?: string | null | undefined;
      /** Only passages with at least this score */
      score_threshold?: number | null | undefined;
      /** Refused: passages are found by meaning alone */
      hybrid_search?: unknown | undefined;
    } | null | undefined;
    /** true: shown to the model once a search of yours has found it */
    defer_loading?: boolean | null | undefined;
    /** The tools of a namespace */
    tools?: ({
      /** function, custom, namespace or tool_search; others are left out */
      type: string;
      /** How the model calls the tool */
      name?: string | undefined;
      /** What the tool does, for the model */
      description?: string | null | undefined;
      /** JSON schema of the arguments of a function */
      parameters?: Record<string, unknown> | null | undefined;
      /** true: the arguments follow the schema exactly */
      strict?: boolean | null | undefined;
      /** Text, or the grammar, that a custom tool takes */
      format?: unknown | undefined;
      /** client: you answer the search of tools */
      execution?: string | undefined;
      /** Of web_search; false: it is left out, because nothing is kept of earlier searches */
      external_web_access?: boolean | null | undefined;
      /** Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files */
      filters?: {
        /** Results of these domains alone are shown to the model */
        allowed_domains?: string[] | null | undefined;
      } | null | undefined;
      /** Of file_search: the vector stores to search */
      vector_store_ids?: string[] | null | undefined;
      /** Of file_search: how many passages a search finds at most; default 8 */
      max_num_results?: number | null | undefined;
      /** Of file_search: how passages are ranked */
      ranking_options?: {
        /** Accepted; passages are ranked by similarity */
        ranker?: string | null | undefined;
        /** Only passages with at least this score */
        score_threshold?: number | null | undefined;
        /** Refused: passages are found by meaning alone */
        hybrid_search?: unknown | undefined;
      } | null | undefined;
      /** true: shown to the model once a search of yours has found it */
      defer_loading?: boolean | null | undefined;
    })[] | undefined;
  })[] | undefined;
  /** Whether the model may call tools, must call one, or must call this one */
  tool_choice?: 'none' | 'auto' | 'required' | {
    /** function, custom or allowed_tools */
    type: string;
    /** The tool that must be called */
    name?: string | undefined;
    /** Its namespace */
    namespace?: string | null | undefined;
    /** Of allowed_tools */
    mode?: 'auto' | 'required' | undefined;
    /** The tools that may be called */
    tools?: {
      /** function or custom */
      type?: string | undefined;
      /** Its name */
      name?: string | undefined;
      /** Its namespace */
      namespace?: string | null | undefined;
    }[] | undefined;
  } | null | undefined;
  /** false: the answer has one call at most; default true */
  parallel_tool_calls?: boolean | null | undefined;
  /** The form of the answer */
  text?: {
    /** Text, any JSON object, or JSON of a given schema */
    format?: {
      /** text is the default */
      type: 'text' | 'json_object' | 'json_schema';
      /** Your name for the schema */
      name?: string | undefined;
      /** Accepted without effect */
      description?: string | undefined;
      /** The JSON schema of the answer */
      schema?: Record<string, unknown> | undefined;
      /** true: the answer follows the schema exactly */
      strict?: boolean | null | undefined;
    } | undefined;
    /** How much it says, for upstreams that know it */
    verbosity?: 'low' | 'medium' | 'high' | null | undefined;
  } | undefined;
  /** How much the model thinks, and how its thoughts are shown */
  reasoning?: {
    /** How much a model that thinks may think */
    effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined;
    /** Thoughts arrive as the summary of a reasoning item, not as its content */
    summary?: 'auto' | 'concise' | 'detailed' | null | undefined;
  } | null | undefined;
  /** Up to 16 notes of your own, stored with the response */
  metadata?: Record<string, string> | null | undefined;
  /** reasoning.encrypted_content: thoughts that only this service can read; message.output_text.logprobs */
  include?: string[] | null | undefined;
  /** How many likely tokens to name at each place, for upstreams that tell */
  top_logprobs?: number | null | undefined;
  /** How often the web may be searched; default 5, at most 10 */
  max_tool_calls?: number | null | undefined;
  /** Accepted without effect: no item is dropped */
  truncation?: 'auto' | 'disabled' | null | undefined;
  /** true: answered without a connection; read it with GET /responses/{id}, whose `stream` and `starting_after` give its events */
  background?: boolean | null | undefined;
  /** Accepted without effect: there is one tier */
  service_tier?: string | null | undefined;
  /** Your own name for the person who asks */
  user?: string | undefined;
  /** The newer name of user, for upstreams that know it */
  safety_identifier?: string | null | undefined;
  /** Accepted without effect */
  prompt_cache_key?: string | null | undefined;
  /** Accepted without effect: streams are not padded */
  stream_options?: {
    /** Accepted without effect */
    include_obfuscation?: boolean | undefined;
  } | null | undefined;
};
export type PostResponsesReply = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'response';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** The state: where it is between its start and its end. */
  status: 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';
  /** The id of the model that answered. */
  model: string;
  /** The items of the answer, in order. */
  output: {
    /** The kind of this entry. */
    type: string;
    /** The unique id. */
    id?: string;
  }[];
  /** What was used and what it cost. */
  usage?: {
    /** The tokens that were read. */
    input_tokens: number;
    /** The tokens that were written. */
    output_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** The credits. */
    credits?: number;
  };
};
export type PostUploadsBody = {
  /** The size of the whole file */
  bytes: number;
  /** The name of the file */
  filename: string;
  /** As of POST /files */
  purpose: 'user_data' | 'vision' | 'assistants' | 'batch';
  /** Accepted and ignored: the type is detected from the content */
  mime_type?: string | undefined;
  /** Removes the file earlier than the retention of this service does */
  expires_after?: {
    /** From when: the creation of the file */
    anchor: 'created_at';
    /** How long */
    seconds: number;
  } | undefined;
};
export type PostUploadsByIdCompleteBody = {
  /** The parts in the order in which they make the file. Parts that it does not name are dropped */
  part_ids: string[];
  /** Refuses the file if its MD5 sum is another */
  md5?: string | undefined;
};
export type PostV1betaModelsByModelBatchEmbedContentsBody = {
  /** One request for each vector */
  requests: GeminiEmbedRequest[];
};
export type PostV1betaModelsByModelBatchEmbedContentsReply = {
  /** The vectors, in the order of the inputs. */
  embeddings: {
    /** The numbers of the vector. */
    values: number[];
  }[];
  /** What was used. */
  usageMetadata: {
    /** The tokens that were read. */
    promptTokenCount: number;
  };
};
export type PostV1betaModelsByModelCountTokensBody = {
  /** The conversation to count */
  contents?: GeminiContent[] | undefined;
  /** A whole request to count, instead of contents */
  generateContentRequest?: GeminiRequest | undefined;
};
export type PostV1betaModelsByModelCountTokensReply = {
  /** The tokens of the prompt. */
  totalTokens: number;
};
export type PostV1betaModelsByModelEmbedContentReply = {
  /** The vector. */
  embedding: {
    /** The numbers of the vector. */
    values: number[];
  };
  /** What was used. */
  usageMetadata: {
    /** The tokens that were read. */
    promptTokenCount: number;
  };
};
export type PostVideoGenerateBody = {
  /** What the video shows; for an avatar also how it looks */
  prompt: string;
  /** What the video must not show; only models that read it take it */
  negative_prompt?: string | undefined;
  /** When absent: avatar with a script or voice, image-to-video with an image, else text-to-video */
  type?: 'text-to-video' | 'image-to-video' | 'avatar' | undefined;
  /** Seconds; default 5, and for an avatar as long as its speech takes */
  duration?: number | undefined;
  /** 720p when absent */
  resolution?: '720p' | '1080p' | '4k' | undefined;
  /** 16:9 when absent */
  aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | undefined;
  /** 24 when absent */
  fps?: 24 | 30 | undefined;
  /** The container; default: mp4 */
  format?: 'mp4' | 'webm' | undefined;
  /** The same seed gives the same video */
  seed?: number | undefined;
  /** The look */
  style?: Style | undefined;
  /** The image to animate (image-to-video) or the face that speaks (avatar): a file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
  image?: string | undefined;
  /** Whether the video has sound; default true */
  audio?: boolean | undefined;
  /** What an avatar says; the prompt when absent */
  script?: string | undefined;
  /** Id or name of a voice of GET /music/voices */
  voice?: string | undefined;
  /** Also renders an avatar's words into the video; subtitles_url is set either way */
  burn_subtitles?: boolean | undefined;
  /** A model; default: the first one that supports the request */
  model?: string | undefined;
};
export type PostVideosBody = {
  /** What the video shows */
  prompt: string;
  /** A model of GET /models with the module video; default: the first one that supports the request */
  model?: string | undefined;
  /** Whole seconds from 4 to 60, as a text or a number; default "4" */
  seconds?: string | number | undefined;
  /** Width and height; default 720x1280 */
  size?: '720x1280' | '1280x720' | '1024x1792' | '1792x1024' | '1080x1920' | '1920x1080' | undefined;
  /** The image to animate: exactly one of its members, or a file in a multipart form; at most 20 MB */
  input_reference?: {
    /** A file of POST /files */
    file_id?: string | undefined;
    /** An https URL or a data URL */
    image_url?: string | undefined;
  } | undefined;
};
export type PostVideosByIdRemixBody = {
  /** What changes */
  prompt: string;
};
export type PostWebhooksBody = {
  /** The URL that deliveries are posted to */
  url: string;
  /** Event types, or "*" for all */
  events?: SubscribedEventType[] | undefined;
  /** Your own words about this endpoint */
  description?: string | undefined;
  /** "service" receives the events of every account; for the operator only, with the scope operator:write */
  scope?: 'account' | 'service' | undefined;
};
export type PostWebhooksByIdRotateSecretBody = {
  /** How long the old secret also signs; default: one day */
  overlap_seconds?: number | undefined;
};
export type PostWebhooksByIdTestBody = {
  /** What happened */
  type?: EventType | undefined;
};
export type PriceLoss = {
  /** What sets the price that is too low */
  by: 'price' | 'cost_factor' | 'plan' | 'account';
  /** The name that people read. */
  name: string | null;
  /** The upstream that answered. */
  upstream: string;
  /** The id of the model that answered. */
  model: string;
  /** The number of the price that is below its cost */
  part: string;
  /** Credits that customers pay. */
  price: number;
  /** Credits that the upstream charges. */
  cost: number;
  /** true: sold at a loss, by `allow_loss`; false: calls are charged their cost */
  allowed: boolean;
};
export type Prices = {
  /** The kind of this object. */
  object: 'prices';
  /** The currency, as ISO 4217 names it. */
  currency: string;
  /** Whether results need not name the service. */
  attribution_waived: boolean;
  /** The payment provider: "builtin" accepts test cards only and moves no money; "none" sells nothing */
  checkout: 'stripe' | 'builtin' | 'none';
  /** The plans. */
  plans: {
    /** The unique id. */
    id: string;
    /** The name that people read. */
    name: string;
    /** The most requests in a minute. */
    requests_per_minute: number;
    /** The most requests in a day; null without such a limit. */
    requests_per_day: number | null;
    /** How many jobs may run at once. */
    concurrent_jobs: number;
    /** Minor units of the currency */
    monthly_fee: number;
    /** The credits that the plan grants each month. */
    included_credits: number;
    /** Whether it can be bought. */
    for_sale: boolean;
    /** How an account gets it: from the start, with its first purchase of any kind, at the checkout, or from the operator */
    begins: PlanBegins;
    /** Tokens that an account may use in a minute; no limit if absent */
    tokens_per_minute?: number;
    /** The most that an account may spend in a UTC day; no cap if absent */
    daily_credit_cap?: number;
    /** The most that an account may spend in a UTC month; no cap if absent */
    monthly_credit_cap?: number;
    /** The models that its accounts may use; all if absent */
    models?: string[];
    /** What its accounts pay for usage, in thousandths of the list price; 1000 if absent */
    price_factor_permille?: number;
  }[];
  /** The packages of credits. */
  packages: {
    /** The unique id. */
    id: string;
    /** The name that people read. */
    name: string;
    /** The amount in the smallest unit of the currency. */
    amount: number;
    /** The credits. */
    credits: number;
  }[];
  /** What this account pays for usage, in thousandths of the list price; the prices below contain it already */
  price_factor_permille: number;
  /** What a call in a batch costs, as a part of its price alone */
  batch_factor: number;
  /** What an answer from the answer cache costs, in thousandths of the price of its call */
  answer_cache_price: number;
  /** The prices of each module. */
  modules: Record<string, ModelPrice>;
  /** The models. */
  models: Record<string, ModelPrice>;
};
export type Project = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'project';
  /** The name that people read. */
  name: string;
  /** The framework of the application. */
  framework: string;
  /** The latest version */
  version: number;
  /** Where it can be tried. */
  preview_url: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** The newest version. */
  latest?: ProjectVersion;
};
export type ProjectData = {
  /** The kind of this object. */
  object: 'project.data';
  /** What a browser application put into localStorage in its preview */
  storage: Record<string, string> | null;
  /** What its server wrote below data/ */
  files: {
    /** The path of the file in the project. */
    path: string;
    /** The content as base64. */
    base64: string;
  }[] | null;
  /** What its server wrote below data/ */
  published_files: {
    /** The path of the file in the project. */
    path: string;
    /** The content as base64. */
    base64: string;
  }[] | null;
};
export type ProjectDiff = {
  /** The kind of this object. */
  object: 'project.diff';
  /** The beginning of the range. */
  from: number;
  /** The end of the range. */
  to: number;
  /** The changes as a unified diff. */
  diff: string;
};
export type ProjectList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Project[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type ProjectMessage = {
  /** The kind of this object. */
  object: 'project.message';
  /** The conversation; send it with the next message to go on. */
  conversation_id: string;
  /** Who speaks. */
  role: 'user' | 'assistant';
  /** The content. */
  content: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type ProjectMessageList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: ProjectMessage[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type ProjectPublication = {
  /** The kind of this object. */
  object: 'project.publication';
  /** Whether it is switched on. */
  enabled: boolean;
  /** The name in the address of the published application. */
  address: string | null;
  /** The address. */
  url: string | null;
  /** The version that visitors see */
  version: number | null;
  /** When it was last changed. */
  updated_at: string | null;
};
export type ProjectPush = {
  /** The kind of this object. */
  object: 'project.push';
  /** The project. */
  project_id: string;
  /** Where the repository is, after redirects */
  url: string;
  /** The branch that was pushed to */
  branch: string;
  /** The commit that the branch is at now */
  commit: string;
  /** How many commits were new to the remote; 0: it had all of them */
  pushed: number;
};
export type ProjectSave = {
  /** The kind of this object. */
  object: 'project.save';
  /** The project. */
  project_id: string;
  /** The version. */
  version: number;
  /** The files that were changed. */
  changed: string[];
  /** Why the preview cannot show it; empty if it compiles */
  problems: {
    /** The file. */
    file: string | null;
    /** The line, counted from 1. */
    line: number | null;
    /** What happened, in words for a person. */
    message: string;
  }[];
};
export type ProjectShare = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'project.share';
  /** Whoever has it sees the latest version */
  url: string;
  /** When it ends or is deleted; null if never. */
  expires_at: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type ProjectShareList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: ProjectShare[];
};
export type ProjectVariable = {
  /** The kind of this object. */
  object: 'project.variable';
  /** The name that people read. */
  name: string;
  /** server: the process of a Node.js or Python application. page: the code that every visitor can read. export: nothing that runs here; its name is in .env.example of the archive */
  given_to: 'server' | 'page' | 'export';
  /** When it was last changed. */
  updated_at: string;
};
export type ProjectVariableList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: ProjectVariable[];
};
export type ProjectVersion = {
  /** The kind of this object. */
  object: 'project.version';
  /** The version. */
  version: number;
  /** What was asked for */
  prompt: string;
  /** What was done */
  summary: string;
  /** The model that wrote it */
  engine: string;
  /** How many files it has. */
  files_count: number;
  /** The size in bytes. */
  bytes: number;
  /** Paths that this version changed */
  changed: string[];
  /** What became of each requested item. null where a text model wrote the files. */
  requested: RequestedItem[] | null;
  /** Where the project can be downloaded as an archive. */
  download_url: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type ProjectVersionList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: ProjectVersion[];
};
export type PullAct = {
  /** The reason; kept in the audit log permanently */
  reason?: string | undefined;
  /** You have read the licence and accept it; required once where it is not permissive */
  accept_licence?: boolean | undefined;
};
export type PutBuilderProjectsByIdDataBody = {
  /** For the localStorage of the preview: at most 512 KB as JSON. Left out or null: it stays */
  storage?: Record<string, string> | null | undefined;
  /** For the server of the preview: at most 8 MB. Left out or null: they stay */
  files?: {
    /** Where it is, below data/ */
    path: string;
    /** Its content */
    base64: string;
  }[] | null | undefined;
  /** For the server of the published version: at most 8 MB. Left out or null: they stay */
  published_files?: {
    /** Where it is, below data/ */
    path: string;
    /** Its content */
    base64: string;
  }[] | null | undefined;
};
export type PutBuilderProjectsByIdFilesBody = {
  /** The version that was edited; a newer one is never overwritten */
  base_version: number;
  /** The files that change; the others stay as they are */
  files: {
    /** Where it is, such as src/App.jsx */
    path: string;
    /** The new content; null removes the file */
    content: string | null;
  }[];
  /** What was changed, for the list of versions */
  message?: string | undefined;
};
export type PutBuilderProjectsByIdPublicationBody = {
  /** Whether visitors see the application */
  enabled: boolean;
  /** Default: the latest when it is switched on */
  version?: number | undefined;
  /** The last part of its URL: small letters, digits and hyphens. Default: its name and a random part */
  address?: string | undefined;
};
export type PutBuilderProjectsByIdVariablesByNameBody = {
  /** Its value. It is stored encrypted and never shown again */
  value: string;
};
export type PutCustomersByIdBody = {
  /** The most credits that the customer may spend in a UTC day; null or absent: the default of the key that calls */
  daily_credit_cap?: number | null | undefined;
  /** The most credits that the customer may spend in a UTC month; null or absent: the default of the key that calls */
  monthly_credit_cap?: number | null | undefined;
};
export type Queue = {
  /** The kind of this object. */
  object: 'operator.queue';
  /** How many wait. */
  waiting: number;
  /** How many run. */
  running: number;
  /** The queue of each kind of job. */
  kinds: {
    /** What kind of work or thing it is. */
    kind: string;
    /** How many wait. */
    waiting: number;
    /** How many run. */
    running: number;
    /** How long the oldest job has waited, in seconds. */
    oldest_seconds: number;
  }[];
  /** The accounts whose jobs wait. */
  accounts: {
    /** The account. */
    account_id: string;
    /** The email address. */
    email: string;
    /** `live` uses real credits; `test` is the sandbox. */
    environment: string;
    /** How many wait. */
    waiting: number;
    /** How many run. */
    running: number;
    /** How long the oldest job has waited, in seconds. */
    oldest_seconds: number;
  }[];
  /** The processes that do the work. */
  workers: {
    /** The unique id. */
    id: string;
    /** The machine that does the work. */
    machine: string;
    /** How many jobs it can do at once. */
    slots: number;
    /** When it last reported. */
    seen_at: string;
  }[];
};
export type ReasonedAct = {
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type RedactionRules = {
  /** What is found and masked; default: email, key and card */
  mask?: MaskedKind[] | undefined;
  /** Members of JSON whose values are masked, wherever they are, in small or capital letters */
  mask_fields?: string[] | undefined;
  /** Texts that are masked: # is a digit, ? a letter or digit, * (once) up to 64 characters without space, such as EMP-#### or token=* */
  mask_patterns?: string[] | undefined;
  /** Only these members at the top of a body are kept; null: all */
  keep_fields?: string[] | null | undefined;
};
export type Redemption = {
  /** The kind of this object. */
  object: 'redemption';
  /** The unique id. */
  id: string;
  /** The credits that the code gave */
  credits: number;
  /** The plan. */
  plan: string | null;
  /** When the plan from this code ends; null if the code gave none. */
  plan_ends_at: string | null;
  /** The credits that can be spent now */
  available: number;
};
export type Referral = {
  /** The kind of this object. */
  object: 'referral';
  /** The code to pass on. */
  code: string;
  /** Sign-ups that begin there accept the code */
  url: string;
  /** What both sides get; null if there is no program. */
  program: {
    /** For each side */
    credits: number;
    /** How often an account is rewarded */
    max_rewards: number;
  } | null;
  /** Accounts that accepted the code */
  referred: number;
  /** How many accounts brought a reward. */
  rewarded: number;
  /** What they brought, without what was taken back */
  credits: number;
};
export type ReferralAccepted = {
  /** The kind of this object. */
  object: 'referral.accepted';
  /** The unique id. */
  id: string;
  /** The credits. */
  credits: number;
};
export type RefusedTally = {
  /** How many values of the kind email */
  email?: number;
  /** How many values of the kind phone */
  phone?: number;
  /** How many values of the kind card */
  card?: number;
  /** How many values of the kind iban */
  iban?: number;
  /** How many values of the kind secret */
  secret?: number;
  /** How many values of the kind ip */
  ip?: number;
};
export type RequestDetails = {
  /** The kind of this object. */
  object: 'request';
  /** The unique id. */
  id: string;
  /** `live` uses real credits; `test` is the sandbox. */
  environment: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** The HTTP method. */
  method: string;
  /** The route, with the names of its parameters */
  route: string;
  /** The part of the service: chat, code, music, image, video, audio or builder. */
  module: string;
  /** The HTTP status; 499: the client closed the connection before its answer */
  status: number;
  /** stopped: the client ended it, which is no error */
  outcome: RequestOutcome;
  /** The code of the error; null if the request succeeded. */
  error_code: string | null;
  /** null: a user of the dashboard */
  key_id: string | null;
  /** The signed-in user, or the maker of the key */
  member_id: string | null;
  /** The model that was asked for */
  model: string | null;
  /** The model that answered */
  served_model: string | null;
  /** The tokens that were read. */
  prompt_tokens: number | null;
  /** The tokens that were written. */
  completion_tokens: number | null;
  /** The tokens that the model read from its cache. */
  cached_tokens: number | null;
  /** Whether the answer came from the answer cache */
  from_cache: boolean;
  /** The tokens that the client got before it left; completion_tokens are those that it pays. null: it stayed */
  delivered_tokens: number | null;
  /** What the call cost; null: nothing was charged, or a job is charged later */
  credits: number | null;
  /** The job that the call created */
  job_id: string | null;
  /** What guards did: kinds and counts, never values; null: nothing was found */
  guards: GuardTallies | null;
  /** The size of the request in bytes. */
  request_bytes: number;
  /** Before compression */
  response_bytes: number;
  /** Whether the answer was streamed. */
  streamed: boolean;
  /** From the arrival to the first part of the answer, of a stream the first token */
  first_byte_ms: number | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** The error in words; null if the request succeeded. */
  error_message: string | null;
  /** not_kept: they were not asked for, or their life has ended; not_allowed: your role may not read them */
  bodies: KeptBodies;
  /** The JSON that was sent, masked */
  request_body: string | null;
  /** The JSON that was answered, masked; the parts of a stream are put together */
  response_body: string | null;
  /** Whether something is missing besides what was masked */
  bodies_cut: boolean;
};
export type RequestList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: LoggedRequest[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type RequestLogLevel = 'off' | 'metadata' | 'bodies';
export type RequestLogSettings = {
  /** The kind of this object. */
  object: 'request_log.settings';
  /** The account's own level; null: the service's default */
  level: RequestLogLevel | null;
  /** What is logged for keys that have no level of their own. */
  default_level: RequestLogLevel;
  /** For keys that have no level of their own, and for users of the dashboard */
  effective_level: RequestLogLevel;
  /** What is removed before something is logged. */
  rules: {
    /** What is found and masked; default: email, key and card */
    mask: MaskedKind[];
    /** Members of JSON whose values are masked, wherever they are, in small or capital letters */
    mask_fields: string[];
    /** Texts that are masked: # is a digit, ? a letter or digit, * (once) up to 64 characters without space, such as EMP-#### or token=* */
    mask_patterns: string[];
    /** Only these members at the top of a body are kept; null: all */
    keep_fields: string[] | null;
  };
  /** How long requests are kept */
  days: number;
  /** How long bodies are kept */
  body_days: number;
  /** The most that is kept of one body */
  body_kilobytes: number;
  /** Whether the caller may change them: owners and admins */
  may_change: boolean;
};
export type RequestOutcome = 'ok' | 'error' | 'stopped';
export type RequestedItem = {
  /** The words of the prompt */
  item: string;
  /** As the built files show it */
  outcome: 'done' | 'done_differently' | 'not_done';
  /** Where it is, how it differs, or why it was not done */
  note: string;
};
export type RerankReply = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'rerank';
  /** The id of the model that answered. */
  model: string;
  /** The results, best first. */
  results: {
    /** The place of the document in the request */
    index: number;
    /** 0 to 1, best first */
    relevance_score: number;
    /** The document, if it was asked for. */
    document?: {
      /** The text. */
      text: string;
    };
  }[];
  /** What was used and what it cost. */
  usage: {
    /** The tokens that were read. */
    prompt_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** The credits. */
    credits?: number;
  };
  /** What was counted. */
  meta: {
    /** The tokens. */
    tokens: {
      /** The tokens that were read. */
      input_tokens: number;
    };
  };
};
export type RerankRequest = {
  /** A reranker or an embedding model; default "default" */
  model?: string | undefined;
  /** What the documents should answer */
  query: string;
  /** The documents to sort, as texts or as {text} */
  documents: (string | {
    /** The document */
    text: string;
  })[];
  /** How many of the best to return; default all */
  top_n?: number | undefined;
  /** The rest of a longer document is not read */
  max_tokens_per_doc?: number | undefined;
  /** Whether each result repeats its document */
  return_documents?: boolean | undefined;
};
export type ResponseFormat = {
  /** text is the default */
  type: 'text' | 'json_object' | 'json_schema';
  /** The schema, with the type json_schema */
  json_schema?: {
    /** Your name for the schema */
    name: string;
    /** The JSON schema of the answer */
    schema?: Record<string, unknown> | undefined;
    /** true: the answer follows the schema exactly */
    strict?: boolean | null | undefined;
  } | undefined;
};
export type Role = 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
export type Run = {
  /** The kind of this object. */
  object: 'run';
  /** As the header X-Run names it */
  id: string;
  /** The key that opened it; null: a signed-in user */
  key_id: string | null;
  /** spent: nothing of the budget is left; ended: it was closed, or its seven days are over */
  status: RunStatus;
  /** Credits that all calls of the run together may spend */
  budget: number;
  /** Credits that its calls have cost */
  spent: number;
  /** Credits that running calls have reserved */
  held: number;
  /** Credits that a further call may use */
  remaining: number;
  /** How many calls were charged */
  call_count: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When a call last named it */
  last_used_at: string;
  /** It takes no calls from then on */
  expires_at: string;
  /** The charged calls, newest first */
  calls: {
    /** The kind of this object. */
    object: 'list';
    /** The entries of this page, in the order of the list. */
    data: RunCall[];
    /** Whether there are more entries after this page. */
    has_more: boolean;
    /** Send it as `cursor` to read the next page; null on the last one. */
    next_cursor: string | null;
  };
};
export type RunCall = {
  /** The id of the request, as in its `X-Request-Id` header. */
  request_id: string | null;
  /** The job. */
  job_id: string | null;
  /** The API key. */
  key_id: string | null;
  /** The end customer whom the call named */
  customer: string | null;
  /** The part of the service: chat, code, music, image, video, audio or builder. */
  module: string;
  /** The id of the model that answered. */
  model: string;
  /** The tokens that were read. */
  prompt_tokens: number;
  /** The tokens that were written. */
  completion_tokens: number;
  /** The credits. */
  credits: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
};
export type RunStatus = 'open' | 'spent' | 'ended';
export type RunSummary = {
  /** The kind of this object. */
  object: 'run';
  /** As the header X-Run names it */
  id: string;
  /** The key that opened it; null: a signed-in user */
  key_id: string | null;
  /** spent: nothing of the budget is left; ended: it was closed, or its seven days are over */
  status: RunStatus;
  /** Credits that all calls of the run together may spend */
  budget: number;
  /** Credits that its calls have cost */
  spent: number;
  /** Credits that running calls have reserved */
  held: number;
  /** Credits that a further call may use */
  remaining: number;
  /** How many calls were charged */
  call_count: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When a call last named it */
  last_used_at: string;
  /** It takes no calls from then on */
  expires_at: string;
};
export type SentChatMessage = {
  /** Whose message it is */
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  /** The message, as text or as parts; null only beside tool_calls */
  content?: string | ChatContentPart[] | null | undefined;
  /** Tells participants of the same role apart */
  name?: string | undefined;
  /** Tools that the assistant called */
  tool_calls?: ChatToolCall[] | undefined;
  /** Which call a message of the role tool answers */
  tool_call_id?: string | undefined;
  /** What the model thought before its answer */
  reasoning_content?: string | null | undefined;
  /** The signature that came with the thought, for upstreams that want it back */
  reasoning_signature?: string | undefined;
};
export type SettingsChange = {
  /** For `prices`: plans, packages, modules, models, costs, cost_factor, currency_per_usd, allow_loss, batch_factor, answer_cache_price and sandbox_providers, as in the price list; a list of plans, packages or models replaces the built-in one. For `service`: service_name, service_url, media_marks, media_prompts, free_grant, sign_ups, sign_up_domains, model_aliases, model_names, model_routing, retention_days (days by kind of content: prompts, jobs, batches, conversations, responses, vector_stores, files, uploads, request_log, request_bodies; 0: forever). For `seller`, which is printed on invoices: name, line1, line2, postal_code, city, state, country, vat_id, tax_id, email, register, directors, footer, bank, tax_rate (percent), tax_rates (by country), outside_eu (`not_taxed` or `home_rate`), small_business_note, time_zone (such as Europe/Berlin, UTC if absent), invoice_series, credit_note_series. Replaces what was set live before; {} unsets it, but not a seller whose documents have numbers. */
  value: Record<string, unknown>;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type SimpleAct = {
  /** The reason; kept in the audit log permanently */
  reason?: string | undefined;
};
export type SongSection = {
  /** The name that people read. */
  name: string;
  /** Where it begins, in seconds. */
  start: number;
  /** Where it ends, in seconds. */
  end: number;
};
export type Stop = string | string[] | null;
export type StoredCompletion = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'chat.completion';
  /** When it was made, in seconds since 1970. */
  created: number;
  /** The id of the model that answered. */
  model: string;
  /** As POST /chat/completions gave them */
  choices: unknown[];
  /** Up to 16 notes of your own, by which completions can be listed */
  metadata: Record<string, string>;
};
export type StoredCompletionList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: StoredCompletion[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type StoredMessageList = {
  /** The kind of this object. */
  object: 'list';
  /** The messages as sent */
  data: {
    /** The unique id. */
    id: string;
    /** Who speaks. */
    role: string;
  }[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type Style = 'realistic' | 'artistic' | 'anime' | '3d';
export type SubscribedEventType = '*' | 'generation.started' | 'generation.completed' | 'generation.failed' | 'batch.completed' | 'batch.failed' | 'batch.expired' | 'batch.cancelled' | 'payment.succeeded' | 'payment.failed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'referral.rewarded' | 'referral.revoked' | 'user.created' | 'credits.depleted' | 'budget.threshold';
export type Subscription = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'subscription';
  /** The plan. */
  plan: string;
  /** The plan from the next period on; null if it does not change. */
  next_plan: string | null;
  /** The state: where it is between its start and its end. */
  status: string;
  /** When the paid period began. */
  current_period_start: string;
  /** When the paid period ends. */
  current_period_end: string;
  /** Whether the plan ends with the paid period. */
  cancel_at_period_end: boolean;
};
export type SyntaxCheck = {
  /** false if no grammar for the language is available */
  checked: boolean;
  /** Whether the code parses. It says nothing about what the code does. */
  ok: boolean;
  /** The syntax errors. */
  errors: {
    /** The line, counted from 1. */
    line: number;
    /** The column, counted from 1. */
    column: number;
    /** What happened, in words for a person. */
    message: string;
  }[];
};
export type TokenUsage = {
  /** The tokens that were read. */
  prompt_tokens: number;
  /** The tokens that were written. */
  completion_tokens: number;
  /** The tokens that were read and written. */
  total_tokens: number;
  /** The credits. */
  credits?: number;
};
export type ToolCall = {
  /** Names the call; its answer repeats it as tool_call_id */
  id: string;
  /** The only kind */
  type: 'function';
  /** The call */
  function: {
    /** The function that was called */
    name: string;
    /** Its arguments as JSON text */
    arguments: string;
  };
};
export type Track = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'music.track';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** The title that people read. */
  title?: string;
  /** The genre. */
  genre?: string | null;
  /** The length in seconds. */
  duration?: number;
  /** The beats per minute. */
  tempo?: number | null;
  /** The musical key. */
  key?: string | null;
  /** The parts of the song, in order. */
  sections?: SongSection[];
  /** The words that are sung; null for instrumental music. */
  lyrics?: string | null;
  /** The voices that sing. */
  voices?: string[];
  /** Where the sound can be downloaded; null until it is ready. */
  audio_url?: string;
  /** The address of each file format. */
  formats?: Record<string, string>;
  /** The address of each single track of the mix. */
  stems?: Record<string, string>;
  /** Where all stems can be downloaded as one archive. */
  stems_url?: string | null;
  /** Where the notes can be downloaded as MIDI. */
  midi_url?: string | null;
  /** The loudness over time, from 0 to 1, for drawing. */
  waveform?: number[];
  /** Where the cover image can be downloaded. */
  cover_url?: string | null;
  /** How loud the sound is. */
  loudness?: Loudness;
  /** The number that repeats this result; null if the engine has none. */
  seed?: number | null;
  /** What was read from the prompt. */
  understood?: Record<string, unknown>;
  /** What a user should know about this result, in words. */
  warnings?: string[];
  /** What it cost, once it has ended */
  usage?: {
    /** The credits. */
    credits: number;
  };
};
export type TrackList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Track[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type TransactionList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The kind of this entry. */
    type: string;
    /** The credits. */
    credits: number;
    /** The balance after this entry. */
    balance_after: number;
    /** The part of the service: chat, code, music, image, video, audio or builder. */
    module: string | null;
    /** The id of the model that answered. */
    model: string | null;
    /** The id of the request, as in its `X-Request-Id` header. */
    request_id: string | null;
    /** The job. */
    job_id: string | null;
    /** The payment; null if there was none. */
    payment_id: string | null;
    /** What it is, in words. */
    description: string;
    /** When it was made, as an ISO 8601 time in UTC. */
    created_at: string;
  }[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type TransactionType = 'purchase' | 'grant' | 'usage' | 'refund' | 'adjustment' | 'redemption' | 'coupon' | 'referral' | 'expiry';
export type TryUpstream = {
  /** One of its models; default: the first */
  model?: string | undefined;
  /** What is asked, made or spoken; a short one of the kind if absent. Transcription hears a generated tone instead */
  prompt?: string | undefined;
  /** The reason; kept in the audit log permanently */
  reason?: string | undefined;
};
export type Upload = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'upload';
  /** The size in bytes. */
  bytes: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** When its parts are removed unless it is completed */
  expires_at: number;
  /** The name of the file. */
  filename: string;
  /** What the file is for. */
  purpose: string;
  /** The state: where it is between its start and its end. */
  status: 'pending' | 'completed' | 'cancelled';
  /** What it became */
  file: File | null;
};
export type UploadPart = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'upload.part';
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** The upload that it belongs to */
  upload_id: string;
};
export type UpstreamChange = {
  /** An entry of `upstreams` (text), `image_upstreams`, `music_upstreams`, `video_upstreams`, `speech_upstreams` or `transcription_upstreams` of the configuration file, without name and key: kind, base_url, models with their price, cost, weight and fallbacks, `own` or `provider` where the address does not tell who bills the calls, and the fields of the kind. Text has token prices, headers, aliases, context and capabilities; images are priced per image, speech per million characters, the others per second. 1,000 models at most. */
  settings: Record<string, unknown>;
  /** Stored encrypted and never shown again. Left out: stays as it is. null: none. */
  api_key?: string | null | undefined;
  /** The reason; kept in the audit log permanently */
  reason: string;
};
export type UsageReport = {
  /** The kind of this object. */
  object: 'usage';
  /** The start of the first hour that is counted */
  from: string;
  /** The end of the last hour that is counted */
  to: string;
  /** What the entries are grouped by. */
  group_by: string;
  /** The sum over all entries. */
  total: {
    /** How many requests there were. */
    requests: number;
    /** How many requests failed. */
    errors: number;
    /** The tokens that were read. */
    prompt_tokens: number;
    /** The tokens that were written. */
    completion_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** How many images were made. */
    images: number;
    /** The seconds of sound or video. */
    seconds: number;
    /** The credits. */
    credits: number;
  };
  /** The part of it that was answered from the answer cache */
  from_cache: {
    /** How many requests there were. */
    requests: number;
    /** The credits. */
    credits: number;
  };
  /** The entries of this page, in the order of the list. */
  data: {
    /** How many requests there were. */
    requests: number;
    /** How many requests failed. */
    errors: number;
    /** The tokens that were read. */
    prompt_tokens: number;
    /** The tokens that were written. */
    completion_tokens: number;
    /** The tokens that were read and written. */
    total_tokens: number;
    /** How many images were made. */
    images: number;
    /** The seconds of sound or video. */
    seconds: number;
    /** The credits. */
    credits: number;
    /** The day in UTC. */
    day?: string;
    /** The hour in UTC. */
    hour?: string;
    /** The part of the service: chat, code, music, image, video, audio or builder. */
    module?: string;
    /** The id of the model that answered. */
    model?: string;
    /** The API key of this group. */
    key?: string;
    /** The end customer */
    customer?: string;
  }[];
};
export type UseAct = {
  /** The reason; kept in the audit log permanently */
  reason?: string | undefined;
  /** false: the service chooses the model again */
  chosen?: boolean | undefined;
};
export type VectorFileCounts = {
  /** Files that wait, or are being read */
  in_progress: number;
  /** Files that were read */
  completed: number;
  /** Files that could not be read */
  failed: number;
  /** Files whose reading was cancelled */
  cancelled: number;
  /** All of them */
  total: number;
};
export type VectorSearch = {
  /** What to look for, in one or several ways */
  query: string | string[];
  /** A condition on attributes: {type: eq, ne, gt, gte, lt, lte, in or nin, key, value}, or {type: and or or, filters: […]} */
  filters?: unknown | undefined;
  /** How many chunks to return */
  max_num_results?: number | undefined;
  /** How chunks are ranked */
  ranking_options?: {
    /** Accepted; chunks are ranked by similarity */
    ranker?: string | undefined;
    /** Only chunks with at least this score */
    score_threshold?: number | undefined;
  } | null | undefined;
  /** true is refused: the question is searched as it is */
  rewrite_query?: boolean | null | undefined;
};
export type VectorSearchResults = {
  /** The kind of this object. */
  object: 'vector_store.search_results.page';
  /** The question, as it was searched */
  search_query: string[];
  /** The entries of this page, in the order of the list. */
  data: {
    /** Id of the file */
    file_id: string;
    /** Its name */
    filename: string;
    /** From 0 to 1: the cosine of the angle to the question */
    score: number;
    /** Those of the file */
    attributes: Record<string, string | number | boolean> | null;
    /** The content. */
    content: {
      /** The kind of this entry. */
      type: 'text';
      /** The text. */
      text: string;
    }[];
  }[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** What `page` asks for the next page */
  next_page: string | null;
};
export type VectorStore = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'vector_store';
  /** The name that people read. */
  name: string;
  /** What it is, in words. */
  description: string | null;
  /** The state: where it is between its start and its end. */
  status: 'expired' | 'in_progress' | 'completed';
  /** How many files are in each state */
  file_counts: VectorFileCounts;
  /** Of its texts and vectors; they count towards the storage of the plan */
  usage_bytes: number;
  /** The model that reads its texts, and the questions */
  embedding_model: string;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** When it was last changed or searched; Unix seconds */
  last_active_at: number;
  /** Empties the store if it was not used for so long */
  expires_after: {
    /** From when: the last use */
    anchor: 'last_active_at';
    /** How long */
    days: number;
  } | null;
  /** When it ends or is deleted; null if never. */
  expires_at: number | null;
  /** Up to 16 texts of your own */
  metadata: Record<string, string> | null;
};
export type VectorStoreChanges = {
  /** Your name for the store */
  name?: string | null | undefined;
  /** null: the store is kept */
  expires_after?: {
    /** From when: the last use */
    anchor: 'last_active_at';
    /** How long */
    days: number;
  } | null | undefined;
  /** Up to 16 texts of your own */
  metadata?: Record<string, string> | null | undefined;
};
export type VectorStoreFile = {
  /** Id of the file */
  id: string;
  /** The kind of this object. */
  object: 'vector_store.file';
  /** Id of the vector store */
  vector_store_id: string;
  /** The state: where it is between its start and its end. */
  status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
  /** The last error in words; null if there was none. */
  last_error: {
    /** A stable code for programs. */
    code: 'server_error' | 'unsupported_file' | 'invalid_file';
    /** What happened, in words for a person. */
    message: string;
  } | null;
  /** Of its texts and vectors */
  usage_bytes: number;
  /** By which a search can filter */
  attributes: Record<string, string | number | boolean> | null;
  /** How the file is cut */
  chunking_strategy: {
    /** The kind of this entry. */
    type: 'static';
    /** Sizes of your own */
    static: {
      /** The most tokens of a chunk */
      max_chunk_size_tokens: number;
      /** How much of a chunk the next one begins with; at most half of a chunk */
      chunk_overlap_tokens: number;
    };
  };
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
};
export type VectorStoreFileBatch = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'vector_store.files_batch';
  /** Id of the vector store */
  vector_store_id: string;
  /** The state: where it is between its start and its end. */
  status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
  /** How many files are in each state */
  file_counts: VectorFileCounts;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
};
export type VectorStoreFileChanges = {
  /** Up to 16 texts, numbers or booleans, by which a search can filter */
  attributes: Record<string, string | number | boolean> | null;
};
export type VectorStoreFileContent = {
  /** The kind of this object. */
  object: 'vector_store.file_content.page';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The kind of this entry. */
    type: 'text';
    /** The text. */
    text: string;
  }[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** What `page` asks for the next page */
  next_page: string | null;
};
export type VectorStoreFileList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: VectorStoreFile[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type VectorStoreList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: VectorStore[];
  /** The id of the first entry of this page. */
  first_id: string | null;
  /** The id of the last entry of this page; send it as `after` to read the next one. */
  last_id: string | null;
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type Verification = {
  /** The kind of this object. */
  object: 'verification';
  /** The media type, by its first bytes */
  format: string | null;
  /** The size of the file */
  bytes: number;
  /** `yes` only for a valid signature of this service over unchanged bytes. `no`: somebody else signed it, or it was changed since it was signed here */
  made_here: 'yes' | 'no' | 'unknown';
  /** Why, as one word */
  reason: 'signed_here' | 'changed' | 'signed_elsewhere' | 'broken' | 'unsigned_mark' | 'elsewhere' | 'nothing_found';
  /** Why, in plain words */
  message: string;
  /** The mark in its metadata, which proves nothing */
  mark: FileMark | null;
  /** The content credentials (C2PA) of the file. */
  credentials: FileCredentials;
};
export type Video = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'video';
  /** The id of the model that answered. */
  model: string;
  /** The state: where it is between its start and its end. */
  status: VideoStatus;
  /** Per cent */
  progress: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: number;
  /** When it ended; null while it has not. */
  completed_at: number | null;
  /** When it ends or is deleted; null if never. */
  expires_at: number | null;
  /** The text that described what to make. */
  prompt: string | null;
  /** Width and height: as ordered, and once completed as made */
  size: string;
  /** The length: as ordered, and once completed as made */
  seconds: string;
  /** The video that this one was made from. */
  remixed_from_video_id: null;
  /** What went wrong; null if nothing did. */
  error: {
    /** A stable code for programs. */
    code: string;
    /** What happened, in words for a person. */
    message: string;
  } | null;
  /** What it cost, once it has ended */
  usage?: {
    /** The credits. */
    credits: number;
  };
};
export type VideoJob = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'video.job';
  /** The state: where it is between its start and its end. */
  status: JobStatus;
  /** How much is done, from 0 to 100. */
  progress: number;
  /** storyboard, painting, speaking, rendering, encoding and others */
  stage: string;
  /** The place in the queue of this account, counted from 1; null once the work has begun. */
  queue_position: number;
  /** About how many seconds are left, the wait included. */
  estimated_time: number;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** When the work began; null while it waits. */
  started_at: string | null;
  /** When it ended; null while it has not. */
  completed_at: string | null;
  /** What went wrong; null if nothing did. */
  error: JobError | null;
  /** The kind of this entry. */
  type?: 'text-to-video' | 'image-to-video' | 'avatar';
  /** The text that described what to make. */
  prompt?: string;
  /** The id of the model that answered. */
  model?: string;
  /** Seconds */
  duration?: number;
  /** The size in pixels. */
  resolution?: '720p' | '1080p' | '4k';
  /** The frames per second. */
  fps?: number;
  /** The number that repeats this result; null if the engine has none. */
  seed?: number;
  /** The file format. */
  format?: 'mp4' | 'webm';
  /** While the job runs: the latest frame, a small JPEG as a data URI */
  preview_url?: string;
  /** Where the video can be downloaded; null until it is ready. */
  video_url?: string;
  /** Where an image of the video can be downloaded; null until it is ready. */
  thumbnail_url?: string;
  /** Where the subtitles can be downloaded; null if there are none. */
  subtitles_url?: string | null;
  /** The width in pixels. */
  width?: number;
  /** The height in pixels. */
  height?: number;
  /** Whether the video has sound. */
  has_audio?: boolean;
  /** What was read from the prompt. */
  understood?: Record<string, unknown>;
  /** What a user should know about this result, in words. */
  warnings?: string[];
  /** What it cost, once it has ended */
  usage?: {
    /** The credits. */
    credits: number;
  };
};
export type VideoList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: VideoJob[];
  /** Whether there are more entries after this page. */
  has_more: boolean;
  /** Send it as `cursor` to read the next page; null on the last one. */
  next_cursor: string | null;
};
export type VideoStatus = 'queued' | 'in_progress' | 'completed' | 'failed';
export type VoiceList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: {
    /** The unique id. */
    id: string;
    /** The name that people read. */
    name: string;
    /** The gender of the voice. */
    gender: string;
    /** The language. */
    language: string;
    /** The accent of the voice. */
    accent: string;
    /** The style. */
    style: string;
    /** The notes that the voice can sing. */
    range: {
      /** The lowest note. */
      low: string;
      /** The highest note. */
      high: string;
    };
    /** Where it can be tried. */
    preview_url: string | null;
  }[];
};
export type WebhookEndpoint = {
  /** The unique id. */
  id: string;
  /** The kind of this object. */
  object: 'webhook_endpoint';
  /** The address. */
  url: string;
  /** The events that are sent to it. */
  events: string[];
  /** What it is, in words. */
  description: string;
  /** Whose events are sent. */
  scope: string;
  /** Whether it is switched on. */
  enabled: boolean;
  /** Why it was switched off; null if it was not. */
  disabled_reason: string | null;
  /** Until when the previous secret also signs; null if it does not. */
  previous_secret_valid_until: string | null;
  /** When it was made, as an ISO 8601 time in UTC. */
  created_at: string;
  /** Only in the responses to creation and rotation */
  secret?: string;
};
export type WebhookEndpointList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: WebhookEndpoint[];
};
export type WebhookSecret = {
  /** The kind of this object. */
  object: 'webhook_secret';
  /** The secret. It is shown only once. */
  secret: string;
};
export type Weights = {
  /** The kind of this object. */
  object: 'operator.model';
  /** The unique id. */
  id: string;
  /** What kind of work or thing it is. */
  kind: string;
  /** The title that people read. */
  title: string;
  /** The licence of the weights. */
  licence: string;
  /** The text of the licence. */
  licence_url: string | null;
  /** Whether the licence is permissive or was accepted */
  accepted: boolean;
  /** What a user should know about it, in words. */
  note: string | null;
  /** What must happen before it can be downloaded; null if nothing must. */
  awaits: string | null;
  /** The size in bytes. */
  bytes: number;
  /** Whether it can be used now. */
  ready: boolean;
  /** Whether it is being downloaded. */
  pulling: boolean;
  /** How much is done, from 0 to 100. */
  progress: number;
  /** What went wrong; null if nothing did. */
  error: string | null;
  /** What the model is used for. */
  use: string | null;
  /** Whether an operator chose it for its use */
  chosen: boolean;
  /** Whether its files have the right checksums; null if that was not checked. */
  check: 'running' | 'intact' | 'damaged' | 'failed' | null;
};
export type WeightsList = {
  /** The kind of this object. */
  object: 'list';
  /** The entries of this page, in the order of the list. */
  data: Weights[];
};
