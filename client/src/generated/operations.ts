// Generated from the OpenAPI document; do not edit. How: docs/contributing.md, "Change the API".
export interface Operations {
  /** Read the account */
  'GET /account': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'account';
      id: string;
      email: string;
      name: string;
      plan: string;
      environment: string;
      attribution_setting: 'required' | 'waived';
      /** Whether the caller may act as the operator of the service */
      is_owner: boolean;
      /** The signed-in user, or the member who made the key; null for a key from the command line */
      member: {
        id: string;
        email: string;
        role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      } | null;
      limits: {
        requests_per_minute: number;
        requests_per_day: number | null;
        concurrent_jobs: number;
      };
      created_at: string;
    };
  };
  /** Change the name or the attribution setting */
  'PATCH /account': {
    params: undefined;
    query: undefined;
    body: {
      /** How the account is shown */
      name?: string | undefined;
      /** waived: responses carry no attribution and every price doubles */
      attribution?: 'required' | 'waived' | undefined;
    };
    reply: {
      object: 'account';
      id: string;
      email: string;
      name: string;
      plan: string;
      environment: string;
      attribution_setting: 'required' | 'waived';
      /** Whether the caller may act as the operator of the service */
      is_owner: boolean;
      /** The signed-in user, or the member who made the key; null for a key from the command line */
      member: {
        id: string;
        email: string;
        role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      } | null;
      limits: {
        requests_per_minute: number;
        requests_per_day: number | null;
        concurrent_jobs: number;
      };
      created_at: string;
    };
  };
  /** List the open invitations */
  'GET /account/invitations': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'account.invitation';
        id: string;
        email: string | null;
        /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
        role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
        /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
        monthly_credit_cap: number | null;
        /** Email address of the member who invited */
        invited_by: string;
        /** The link; shown only once, and only without an email address */
        url?: string;
        expires_at: string;
        created_at: string;
      }[];
    };
  };
  /** Invite somebody to the account */
  'POST /account/invitations': {
    params: undefined;
    query: undefined;
    body: {
      /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
      role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      /** Sends the link to this address, and only its user may accept; null or absent: the answer has a link for whoever gets it */
      email?: string | null | undefined;
      /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
      monthly_credit_cap?: number | null | undefined;
      /** How long the link works */
      expires_in_days?: number | undefined;
    };
    reply: {
      object: 'account.invitation';
      id: string;
      email: string | null;
      /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
      role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
      monthly_credit_cap: number | null;
      /** Email address of the member who invited */
      invited_by: string;
      /** The link; shown only once, and only without an email address */
      url?: string;
      expires_at: string;
      created_at: string;
    };
  };
  /** Accept an invitation */
  'POST /account/invitations/accept': {
    params: undefined;
    query: undefined;
    body: {
      /** The last part of the link */
      token: string;
    };
    reply: {
      object: 'account.membership';
      account_id: string;
      /** The name of the account, or its email address if it has none */
      account_name: string;
      member_id: string;
      /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
      role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      /** The session acts for this account */
      is_current: boolean;
      joined_at: string;
    };
  };
  /** Read an invitation before accepting it */
  'POST /account/invitations/preview': {
    params: undefined;
    query: undefined;
    body: {
      /** The last part of the link */
      token: string;
    };
    reply: {
      object: 'account.invitation_preview';
      account_name: string;
      /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
      role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      invited_by: string;
      expires_at: string;
    };
  };
  /** Revoke an invitation */
  'DELETE /account/invitations/{id}': {
    params: {
      /** Id of an invitation, not its token */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: string;
      id: string;
      deleted: boolean;
    };
  };
  /** List the keys */
  'GET /account/keys': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'key';
        id: string;
        name: string;
        environment: string;
        hint: string;
        /** The secret; shown only once */
        key?: string;
        scopes: string[];
        expires_at: string | null;
        ip_allow_list: string[] | null;
        requests_per_minute: number | null;
        monthly_credit_cap: number | null;
        daily_credit_cap: number | null;
        tokens_per_minute: number | null;
        /** The models that the key may use; null: all that the plan allows */
        models: string[] | null;
        /** What is kept of the requests with this key; null: as the account says */
        request_log: 'off' | 'metadata' | 'bodies' | null;
        last_used_at: string | null;
        /** The member who made the key; null: the command line */
        member_id: string | null;
        /** Email address of the member who made the key */
        created_by: string | null;
        created_at: string;
      }[];
    };
  };
  /** Create a key; only this response contains its secret */
  'POST /account/keys': {
    params: undefined;
    query: undefined;
    body: {
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
      /** The models that the key may use: ids of GET /models, where `*` stands for any characters; null or absent: all that the plan allows */
      models?: string[] | null | undefined;
      /** What is kept of the requests with this key; null: as the account says. Only owners and admins may set it */
      request_log?: 'off' | 'metadata' | 'bodies' | null | undefined;
    };
    reply: {
      object: 'key';
      id: string;
      name: string;
      environment: string;
      hint: string;
      /** The secret; shown only once */
      key?: string;
      scopes: string[];
      expires_at: string | null;
      ip_allow_list: string[] | null;
      requests_per_minute: number | null;
      monthly_credit_cap: number | null;
      daily_credit_cap: number | null;
      tokens_per_minute: number | null;
      /** The models that the key may use; null: all that the plan allows */
      models: string[] | null;
      /** What is kept of the requests with this key; null: as the account says */
      request_log: 'off' | 'metadata' | 'bodies' | null;
      last_used_at: string | null;
      /** The member who made the key; null: the command line */
      member_id: string | null;
      /** Email address of the member who made the key */
      created_by: string | null;
      created_at: string;
    };
  };
  /** Revoke a key */
  'DELETE /account/keys/{id}': {
    params: {
      /** Id of a key, not its secret */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: string;
      id: string;
      deleted: boolean;
    };
  };
  /** Change a key */
  'PATCH /account/keys/{id}': {
    params: {
      /** Id of a key, not its secret */
      id: string;
    };
    query: undefined;
    body: {
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
      /** The models that the key may use: ids of GET /models, where `*` stands for any characters; null or absent: all that the plan allows */
      models?: string[] | null | undefined;
      /** What is kept of the requests with this key; null: as the account says. Only owners and admins may set it */
      request_log?: 'off' | 'metadata' | 'bodies' | null | undefined;
    };
    reply: {
      object: 'key';
      id: string;
      name: string;
      environment: string;
      hint: string;
      /** The secret; shown only once */
      key?: string;
      scopes: string[];
      expires_at: string | null;
      ip_allow_list: string[] | null;
      requests_per_minute: number | null;
      monthly_credit_cap: number | null;
      daily_credit_cap: number | null;
      tokens_per_minute: number | null;
      /** The models that the key may use; null: all that the plan allows */
      models: string[] | null;
      /** What is kept of the requests with this key; null: as the account says */
      request_log: 'off' | 'metadata' | 'bodies' | null;
      last_used_at: string | null;
      /** The member who made the key; null: the command line */
      member_id: string | null;
      /** Email address of the member who made the key */
      created_by: string | null;
      created_at: string;
    };
  };
  /** Give a key a new secret */
  'POST /account/keys/{id}/rotate': {
    params: {
      /** Id of a key, not its secret */
      id: string;
    };
    query: undefined;
    body: {
      /** How long the old secret stays valid */
      overlap_seconds?: number | undefined;
    };
    reply: {
      object: 'key';
      id: string;
      name: string;
      environment: string;
      hint: string;
      /** The secret; shown only once */
      key?: string;
      scopes: string[];
      expires_at: string | null;
      ip_allow_list: string[] | null;
      requests_per_minute: number | null;
      monthly_credit_cap: number | null;
      daily_credit_cap: number | null;
      tokens_per_minute: number | null;
      /** The models that the key may use; null: all that the plan allows */
      models: string[] | null;
      /** What is kept of the requests with this key; null: as the account says */
      request_log: 'off' | 'metadata' | 'bodies' | null;
      last_used_at: string | null;
      /** The member who made the key; null: the command line */
      member_id: string | null;
      /** Email address of the member who made the key */
      created_by: string | null;
      created_at: string;
    };
  };
  /** Leave the account */
  'POST /account/leave': {
    params: undefined;
    query: undefined;
    body: {
      /** Id of an account that you are a member of */
      account_id: string;
    };
    reply: {
      object: string;
      id: string;
      deleted: boolean;
    };
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
      action?: 'account.change' | 'plan.change' | 'member.invite' | 'member.join' | 'member.change' | 'member.remove' | 'member.leave' | 'invitation.revoke' | 'key.create' | 'key.change' | 'key.rotate' | 'key.revoke' | 'webhook.create' | 'webhook.change' | 'webhook.rotate' | 'webhook.delete' | 'passkey.add' | 'passkey.rename' | 'passkey.remove' | 'request_log.change' | undefined;
    };
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'account.log_entry';
        id: string;
        action: string;
        /** Id of what was changed */
        target: string;
        /** Who did it; all null: the service itself */
        actor: {
          member_id: string | null;
          email: string | null;
          key_id: string | null;
        };
        before: Record<string, unknown> | null;
        after: Record<string, unknown> | null;
        request_id: string | null;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** List the members of the account */
  'GET /account/members': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'account.member';
        id: string;
        email: string;
        name: string;
        /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
        role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
        /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
        monthly_credit_cap: number | null;
        /** Credits spent in this environment since the cap was set; null without a cap */
        spent_this_month: number | null;
        /** The account was opened for this user, whose email address it has */
        is_founder: boolean;
        joined_at: string;
      }[];
    };
  };
  /** Remove a member */
  'DELETE /account/members/{id}': {
    params: {
      /** Id of a member */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: string;
      id: string;
      deleted: boolean;
    };
  };
  /** Change the role or the cap of a member */
  'PATCH /account/members/{id}': {
    params: {
      /** Id of a member */
      id: string;
    };
    query: undefined;
    body: {
      /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
      role?: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer' | undefined;
      /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
      monthly_credit_cap?: number | null | undefined;
    };
    reply: {
      object: 'account.member';
      id: string;
      email: string;
      name: string;
      /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
      role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
      /** The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap */
      monthly_credit_cap: number | null;
      /** Credits spent in this environment since the cap was set; null without a cap */
      spent_this_month: number | null;
      /** The account was opened for this user, whose email address it has */
      is_founder: boolean;
      joined_at: string;
    };
  };
  /** List the accounts that you are a member of */
  'GET /account/memberships': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'account.membership';
        account_id: string;
        /** The name of the account, or its email address if it has none */
        account_name: string;
        member_id: string;
        /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
        role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
        /** The session acts for this account */
        is_current: boolean;
        joined_at: string;
      }[];
    };
  };
  /** Let the session act for another account */
  'POST /account/switch': {
    params: undefined;
    query: undefined;
    body: {
      /** Id of an account that you are a member of */
      account_id: string;
    };
    reply: {
      object: 'list';
      data: {
        object: 'account.membership';
        account_id: string;
        /** The name of the account, or its email address if it has none */
        account_name: string;
        member_id: string;
        /** owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads. */
        role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
        /** The session acts for this account */
        is_current: boolean;
        joined_at: string;
      }[];
    };
  };
  /** Answer a chat, in the form of Ollama's API */
  'POST /api/chat': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /api/tags, with or without ":latest" */
      model: string;
      /** Default true */
      stream?: boolean | undefined;
      /** json, or the JSON schema of the answer */
      format?: '' | 'json' | Record<string, unknown> | undefined;
      /** Whether, or how much, a model that thinks may think */
      think?: boolean | 'low' | 'medium' | 'high' | undefined;
      /** How the answer is made */
      options?: {
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
      } | undefined;
      /** Accepted without effect */
      keep_alive?: string | number | undefined;
      /** The conversation so far, oldest first */
      messages?: {
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
      }[] | undefined;
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
    };
    reply: {
      model: string;
      created_at: string;
      done: boolean;
      message: {
        /** Whose message it is */
        role: 'system' | 'user' | 'assistant' | 'tool';
        /** The text */
        content?: string;
        /** What the model thought before its answer */
        thinking?: string;
        /** Base64 */
        images?: string[];
        /** Functions that the model called */
        tool_calls?: {
          /** Names the call */
          id?: string;
          /** The call */
          function: {
            /** The function that was called */
            name: string;
            /** Its arguments */
            arguments?: Record<string, unknown>;
          };
        }[];
        /** Which function this answers */
        tool_name?: string;
        /** Which call this answers; default: the first open one of tool_name */
        tool_call_id?: string;
      };
      done_reason?: string;
      /** Nanoseconds, as the others */
      total_duration?: number;
      load_duration?: number;
      prompt_eval_count?: number;
      prompt_eval_duration?: number;
      eval_count?: number;
      eval_duration?: number;
    };
  };
  /** Copy a model: refused, because the operator manages the models */
  'POST /api/copy': {
    params: undefined;
    query: undefined;
    body: {
      /** Whatever it is, the call is refused */
      model?: unknown | undefined;
      /** Whatever it is, the call is refused */
      from?: unknown | undefined;
      /** Whatever it is, the call is refused */
      source?: unknown | undefined;
      /** Whatever it is, the call is refused */
      destination?: unknown | undefined;
    };
    reply: {
      error: string;
    };
  };
  /** Create a model: refused, because the operator manages the models */
  'POST /api/create': {
    params: undefined;
    query: undefined;
    body: {
      /** Whatever it is, the call is refused */
      model?: unknown | undefined;
      /** Whatever it is, the call is refused */
      from?: unknown | undefined;
      /** Whatever it is, the call is refused */
      source?: unknown | undefined;
      /** Whatever it is, the call is refused */
      destination?: unknown | undefined;
    };
    reply: {
      error: string;
    };
  };
  /** Delete a model: refused, because the operator manages the models */
  'DELETE /api/delete': {
    params: undefined;
    query: undefined;
    body: {
      /** Whatever it is, the call is refused */
      model?: unknown | undefined;
      /** Whatever it is, the call is refused */
      from?: unknown | undefined;
      /** Whatever it is, the call is refused */
      source?: unknown | undefined;
      /** Whatever it is, the call is refused */
      destination?: unknown | undefined;
    };
    reply: {
      error: string;
    };
  };
  /** Turn texts into vectors, in the form of Ollama's API */
  'POST /api/embed': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      model: string;
      embeddings: (number[])[];
      total_duration: number;
      load_duration: number;
      prompt_eval_count: number;
    };
  };
  /** Turn a text into a vector, in the older form of Ollama's API */
  'POST /api/embeddings': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /api/tags, with or without ":latest" */
      model: string;
      /** The text */
      prompt: string;
      /** Accepted without effect */
      keep_alive?: string | number | undefined;
      /** Accepted without effect */
      options?: Record<string, unknown> | undefined;
    };
    reply: {
      embedding: number[];
    };
  };
  /** Answer a prompt, in the form of Ollama's API */
  'POST /api/generate': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /api/tags, with or without ":latest" */
      model: string;
      /** Default true */
      stream?: boolean | undefined;
      /** json, or the JSON schema of the answer */
      format?: '' | 'json' | Record<string, unknown> | undefined;
      /** Whether, or how much, a model that thinks may think */
      think?: boolean | 'low' | 'medium' | 'high' | undefined;
      /** How the answer is made */
      options?: {
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
      } | undefined;
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
    reply: {
      model: string;
      created_at: string;
      done: boolean;
      response: string;
      thinking?: string;
      done_reason?: string;
      /** Nanoseconds, as the others */
      total_duration?: number;
      load_duration?: number;
      prompt_eval_count?: number;
      prompt_eval_duration?: number;
      eval_count?: number;
      eval_duration?: number;
    };
  };
  /** List the models that answer at once, in the form of Ollama's API */
  'GET /api/ps': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      models: {
        name: string;
        model: string;
        modified_at: string;
        /** 0: unknown here */
        size: number;
        /** SHA-256 of the id */
        digest: string;
        details: {
          parent_model: string;
          format: string;
          family: string;
          families: string[];
          parameter_size: string;
          quantization_level: string;
        };
      }[];
    };
  };
  /** Pull a model: refused, because the operator manages the models */
  'POST /api/pull': {
    params: undefined;
    query: undefined;
    body: {
      /** Whatever it is, the call is refused */
      model?: unknown | undefined;
      /** Whatever it is, the call is refused */
      from?: unknown | undefined;
      /** Whatever it is, the call is refused */
      source?: unknown | undefined;
      /** Whatever it is, the call is refused */
      destination?: unknown | undefined;
    };
    reply: {
      error: string;
    };
  };
  /** Push a model: refused, because the operator manages the models */
  'POST /api/push': {
    params: undefined;
    query: undefined;
    body: {
      /** Whatever it is, the call is refused */
      model?: unknown | undefined;
      /** Whatever it is, the call is refused */
      from?: unknown | undefined;
      /** Whatever it is, the call is refused */
      source?: unknown | undefined;
      /** Whatever it is, the call is refused */
      destination?: unknown | undefined;
    };
    reply: {
      error: string;
    };
  };
  /** Describe a model, in the form of Ollama's API */
  'POST /api/show': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /api/tags, with or without ":latest" */
      model?: string | undefined;
      /** An id of GET /api/tags, with or without ":latest" */
      name?: string | undefined;
      /** Accepted without effect */
      verbose?: boolean | undefined;
    };
    reply: {
      details: {
        parent_model: string;
        format: string;
        family: string;
        families: string[];
        parameter_size: string;
        quantization_level: string;
      };
      model_info: Record<string, unknown>;
      capabilities: string[];
      parameters: string;
      template: string;
      modelfile: string;
      modified_at: string;
    };
  };
  /** List the models, in the form of Ollama's API */
  'GET /api/tags': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      models: {
        name: string;
        model: string;
        modified_at: string;
        /** 0: unknown here */
        size: number;
        /** SHA-256 of the id */
        digest: string;
        details: {
          parent_model: string;
          format: string;
          family: string;
          families: string[];
          parameter_size: string;
          quantization_level: string;
        };
      }[];
    };
  };
  /** The version of this service, in the form of Ollama's API */
  'GET /api/version': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      version: string;
    };
  };
  /** Speak a text; the audio is sent while it is spoken */
  'POST /audio/speech': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      text: string;
      /** verbose_json only, like all following fields */
      task?: string;
      language?: string;
      duration?: number;
      segments?: {
        id: number;
        start: number;
        end: number;
        text: string;
        tokens?: number[];
        temperature?: number;
        avg_logprob?: number;
        compression_ratio?: number;
        no_speech_prob?: number;
      }[];
      words?: {
        word: string;
        start: number;
        end: number;
      }[];
      usage: {
        type: 'duration';
        seconds: number;
        credits?: number;
      };
    };
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
    reply: {
      text: string;
      /** verbose_json only, like all following fields */
      task?: string;
      language?: string;
      duration?: number;
      segments?: {
        id: number;
        start: number;
        end: number;
        text: string;
        tokens?: number[];
        temperature?: number;
        avg_logprob?: number;
        compression_ratio?: number;
        no_speech_prob?: number;
      }[];
      words?: {
        word: string;
        start: number;
        end: number;
      }[];
      usage: {
        type: 'duration';
        seconds: number;
        credits?: number;
      };
    };
  };
  /** List the voices of this machine, each with OpenAI's names for it */
  'GET /audio/voices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        name: string;
        gender: 'female' | 'male';
        language: string;
        accent: string;
        style: string;
        /** OpenAI's names that mean this voice */
        openai_names: string[];
      }[];
    };
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
    reply: {
      object: 'list';
      data: ({
        id: string;
        object: 'batch';
        endpoint: string;
        errors: {
          object: 'list';
          data: {
            code: string;
            message: string;
            line: number | null;
            param: string | null;
          }[];
        } | null;
        input_file_id: string;
        completion_window: '24h';
        status: 'validating' | 'in_progress' | 'finalizing' | 'cancelling' | 'completed' | 'failed' | 'expired' | 'cancelled';
        output_file_id: string | null;
        error_file_id: string | null;
        created_at: number;
        in_progress_at: number | null;
        expires_at: number | null;
        finalizing_at: number | null;
        completed_at: number | null;
        failed_at: number | null;
        expired_at: number | null;
        cancelling_at: number | null;
        cancelled_at: number | null;
        request_counts: {
          total: number;
          completed: number;
          failed: number;
        };
        usage: {
          input_tokens: number;
          input_tokens_details: {
            cached_tokens: number;
          };
          output_tokens: number;
          output_tokens_details: {
            reasoning_tokens: number;
          };
          total_tokens: number;
          /** What the lines cost together */
          credits: number;
        };
        metadata: Record<string, string> | null;
      })[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Run the requests of an uploaded file within a day, at a lower price */
  'POST /batches': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'batch';
      endpoint: string;
      errors: {
        object: 'list';
        data: {
          code: string;
          message: string;
          line: number | null;
          param: string | null;
        }[];
      } | null;
      input_file_id: string;
      completion_window: '24h';
      status: 'validating' | 'in_progress' | 'finalizing' | 'cancelling' | 'completed' | 'failed' | 'expired' | 'cancelled';
      output_file_id: string | null;
      error_file_id: string | null;
      created_at: number;
      in_progress_at: number | null;
      expires_at: number | null;
      finalizing_at: number | null;
      completed_at: number | null;
      failed_at: number | null;
      expired_at: number | null;
      cancelling_at: number | null;
      cancelled_at: number | null;
      request_counts: {
        total: number;
        completed: number;
        failed: number;
      };
      usage: {
        input_tokens: number;
        input_tokens_details: {
          cached_tokens: number;
        };
        output_tokens: number;
        output_tokens_details: {
          reasoning_tokens: number;
        };
        total_tokens: number;
        /** What the lines cost together */
        credits: number;
      };
      metadata: Record<string, string> | null;
    };
  };
  /** Get a batch: its status, its counts and the files with its results */
  'GET /batches/{id}': {
    params: {
      /** Id of a batch */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'batch';
      endpoint: string;
      errors: {
        object: 'list';
        data: {
          code: string;
          message: string;
          line: number | null;
          param: string | null;
        }[];
      } | null;
      input_file_id: string;
      completion_window: '24h';
      status: 'validating' | 'in_progress' | 'finalizing' | 'cancelling' | 'completed' | 'failed' | 'expired' | 'cancelled';
      output_file_id: string | null;
      error_file_id: string | null;
      created_at: number;
      in_progress_at: number | null;
      expires_at: number | null;
      finalizing_at: number | null;
      completed_at: number | null;
      failed_at: number | null;
      expired_at: number | null;
      cancelling_at: number | null;
      cancelled_at: number | null;
      request_counts: {
        total: number;
        completed: number;
        failed: number;
      };
      usage: {
        input_tokens: number;
        input_tokens_details: {
          cached_tokens: number;
        };
        output_tokens: number;
        output_tokens_details: {
          reasoning_tokens: number;
        };
        total_tokens: number;
        /** What the lines cost together */
        credits: number;
      };
      metadata: Record<string, string> | null;
    };
  };
  /** Cancel a batch: running lines are finished, the others get an error and cost nothing */
  'POST /batches/{id}/cancel': {
    params: {
      /** Id of a batch */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'batch';
      endpoint: string;
      errors: {
        object: 'list';
        data: {
          code: string;
          message: string;
          line: number | null;
          param: string | null;
        }[];
      } | null;
      input_file_id: string;
      completion_window: '24h';
      status: 'validating' | 'in_progress' | 'finalizing' | 'cancelling' | 'completed' | 'failed' | 'expired' | 'cancelled';
      output_file_id: string | null;
      error_file_id: string | null;
      created_at: number;
      in_progress_at: number | null;
      expires_at: number | null;
      finalizing_at: number | null;
      completed_at: number | null;
      failed_at: number | null;
      expired_at: number | null;
      cancelling_at: number | null;
      cancelled_at: number | null;
      request_counts: {
        total: number;
        completed: number;
        failed: number;
      };
      usage: {
        input_tokens: number;
        input_tokens_details: {
          cached_tokens: number;
        };
        output_tokens: number;
        output_tokens_details: {
          reasoning_tokens: number;
        };
        total_tokens: number;
        /** What the lines cost together */
        credits: number;
      };
      metadata: Record<string, string> | null;
    };
  };
  /** Build an application from a prompt, or change a project */
  'POST /builder/build': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'build.job';
      status: string;
      project_id: string;
      version?: number;
      files?: {
        path: string;
        content: string;
        language: string;
        bytes: number;
      }[];
      changed?: string[];
      preview_url?: string | null;
      download_url?: string;
      /** What became of each requested item. null where a text model wrote the files. */
      requested?: {
        /** The words of the prompt */
        item: string;
        /** As the built files show it */
        outcome: 'done' | 'done_differently' | 'not_done';
        /** Where it is, how it differs, or why it was not done */
        note: string;
      }[] | null;
      usage?: {
        /** What it cost */
        credits?: number;
      };
    };
  };
  /** Chat about a project: ask questions, make changes or get them proposed */
  'POST /builder/chat': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'builder.message';
      conversation_id: string;
      message: string;
      files: {
        path: string;
        content: string;
        language: string;
        bytes: number;
      }[];
      project_id?: string;
      /** What became of each requested item. null where a text model wrote the files. */
      requested?: {
        /** The words of the prompt */
        item: string;
        /** As the built files show it */
        outcome: 'done' | 'done_differently' | 'not_done';
        /** Where it is, how it differs, or why it was not done */
        note: string;
      }[] | null;
      usage?: {
        /** What it cost */
        credits?: number;
      };
    };
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
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'project';
        name: string;
        framework: string;
        /** The latest version */
        version: number;
        preview_url: string;
        created_at: string;
        updated_at: string;
        latest?: {
          object: 'project.version';
          version: number;
          /** What was asked for */
          prompt: string;
          /** What was done */
          summary: string;
          /** The model that wrote it */
          engine: string;
          files_count: number;
          bytes: number;
          /** Paths that this version changed */
          changed: string[];
          /** What became of each requested item. null where a text model wrote the files. */
          requested: {
            /** The words of the prompt */
            item: string;
            /** As the built files show it */
            outcome: 'done' | 'done_differently' | 'not_done';
            /** Where it is, how it differs, or why it was not done */
            note: string;
          }[] | null;
          download_url: string | null;
          created_at: string;
        };
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Delete a project with all its versions and its preview */
  'DELETE /builder/projects/{id}': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'project';
      deleted: true;
    };
  };
  /** Get a project with its latest version */
  'GET /builder/projects/{id}': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'project';
      name: string;
      framework: string;
      /** The latest version */
      version: number;
      preview_url: string;
      created_at: string;
      updated_at: string;
      latest?: {
        object: 'project.version';
        version: number;
        /** What was asked for */
        prompt: string;
        /** What was done */
        summary: string;
        /** The model that wrote it */
        engine: string;
        files_count: number;
        bytes: number;
        /** Paths that this version changed */
        changed: string[];
        /** What became of each requested item. null where a text model wrote the files. */
        requested: {
          /** The words of the prompt */
          item: string;
          /** As the built files show it */
          outcome: 'done' | 'done_differently' | 'not_done';
          /** Where it is, how it differs, or why it was not done */
          note: string;
        }[] | null;
        download_url: string | null;
        created_at: string;
      };
    };
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
    reply: {
      object: 'project.data';
      deleted: true;
    };
  };
  /** Export the data of an application */
  'GET /builder/projects/{id}/data': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'project.data';
      /** What a browser application put into localStorage in its preview */
      storage: Record<string, string> | null;
      /** What its server wrote below data/ */
      files: {
        path: string;
        base64: string;
      }[] | null;
      /** What its server wrote below data/ */
      published_files: {
        path: string;
        base64: string;
      }[] | null;
    };
  };
  /** Import the data of an application */
  'PUT /builder/projects/{id}/data': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: {
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
    reply: {
      object: 'project.data';
      /** What a browser application put into localStorage in its preview */
      storage: Record<string, string> | null;
      /** What its server wrote below data/ */
      files: {
        path: string;
        base64: string;
      }[] | null;
      /** What its server wrote below data/ */
      published_files: {
        path: string;
        base64: string;
      }[] | null;
    };
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
    reply: {
      object: 'project.diff';
      from: number;
      to: number;
      diff: string;
    };
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
    reply: {
      object: 'list';
      version: number;
      data: {
        path: string;
        content: string;
        language: string;
        bytes: number;
      }[];
    };
  };
  /** Save edited files as a new version */
  'PUT /builder/projects/{id}/files': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: {
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
    reply: {
      object: 'project.save';
      project_id: string;
      version: number;
      changed: string[];
      /** Why the preview cannot show it; empty if it compiles */
      problems: {
        file: string | null;
        line: number | null;
        message: string;
      }[];
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'project.message';
        conversation_id: string;
        role: 'user' | 'assistant';
        content: string;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Get where a project is published */
  'GET /builder/projects/{id}/publication': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'project.publication';
      enabled: boolean;
      address: string | null;
      url: string | null;
      /** The version that visitors see */
      version: number | null;
      updated_at: string | null;
    };
  };
  /** Publish a project, or take it offline */
  'PUT /builder/projects/{id}/publication': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: {
      /** Whether visitors see the application */
      enabled: boolean;
      /** Default: the latest when it is switched on */
      version?: number | undefined;
      /** The last part of its URL: small letters, digits and hyphens. Default: its name and a random part */
      address?: string | undefined;
    };
    reply: {
      object: 'project.publication';
      enabled: boolean;
      address: string | null;
      url: string | null;
      /** The version that visitors see */
      version: number | null;
      updated_at: string | null;
    };
  };
  /** Restore an earlier version as the newest one */
  'POST /builder/projects/{id}/revert': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: {
      /** The version to restore */
      version: number;
    };
    reply: {
      id: string;
      object: 'project';
      name: string;
      framework: string;
      /** The latest version */
      version: number;
      preview_url: string;
      created_at: string;
      updated_at: string;
      latest?: {
        object: 'project.version';
        version: number;
        /** What was asked for */
        prompt: string;
        /** What was done */
        summary: string;
        /** The model that wrote it */
        engine: string;
        files_count: number;
        bytes: number;
        /** Paths that this version changed */
        changed: string[];
        /** What became of each requested item. null where a text model wrote the files. */
        requested: {
          /** The words of the prompt */
          item: string;
          /** As the built files show it */
          outcome: 'done' | 'done_differently' | 'not_done';
          /** Where it is, how it differs, or why it was not done */
          note: string;
        }[] | null;
        download_url: string | null;
        created_at: string;
      };
    };
  };
  /** List the share links of a project */
  'GET /builder/projects/{id}/shares': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'project.share';
        /** Whoever has it sees the latest version */
        url: string;
        expires_at: string;
        created_at: string;
      }[];
    };
  };
  /** Create a share link */
  'POST /builder/projects/{id}/shares': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: {
      /** How long the link works; default: 168 (a week) */
      expires_in_hours?: number | undefined;
    };
    reply: {
      id: string;
      object: 'project.share';
      /** Whoever has it sees the latest version */
      url: string;
      expires_at: string;
      created_at: string;
    };
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
    reply: {
      id: string;
      object: 'project.share';
      deleted: true;
    };
  };
  /** List the environment variables of a project */
  'GET /builder/projects/{id}/variables': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'project.variable';
        name: string;
        /** server: the process of a Node.js or Python application. page: the code that every visitor can read. export: nothing that runs here; its name is in .env.example of the archive */
        given_to: 'server' | 'page' | 'export';
        updated_at: string;
      }[];
    };
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
    reply: {
      name: string;
      object: 'project.variable';
      deleted: true;
    };
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
    body: {
      /** Its value. It is stored encrypted and never shown again */
      value: string;
    };
    reply: {
      object: 'project.variable';
      name: string;
      /** server: the process of a Node.js or Python application. page: the code that every visitor can read. export: nothing that runs here; its name is in .env.example of the archive */
      given_to: 'server' | 'page' | 'export';
      updated_at: string;
    };
  };
  /** List the versions of a project, newest first */
  'GET /builder/projects/{id}/versions': {
    params: {
      /** Id of a project */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'project.version';
        version: number;
        /** What was asked for */
        prompt: string;
        /** What was done */
        summary: string;
        /** The model that wrote it */
        engine: string;
        files_count: number;
        bytes: number;
        /** Paths that this version changed */
        changed: string[];
        /** What became of each requested item. null where a text model wrote the files. */
        requested: {
          /** The words of the prompt */
          item: string;
          /** As the built files show it */
          outcome: 'done' | 'done_differently' | 'not_done';
          /** Where it is, how it differs, or why it was not done */
          note: string;
        }[] | null;
        download_url: string | null;
        created_at: string;
      }[];
    };
  };
  /** Answer a chat, as a whole or as a stream */
  'POST /chat/completions': {
    params: undefined;
    query: undefined;
    body: {
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
      stop?: string | string[] | null | undefined;
      /** Above 0: more likely to introduce new topics */
      presence_penalty?: number | null | undefined;
      /** Above 0: less repetition of frequent words */
      frequency_penalty?: number | null | undefined;
      /** Token id to a value that is added to its likelihood */
      logit_bias?: Record<string, number> | null | undefined;
      /** Your own identifier of the end user */
      user?: string | null | undefined;
      /** true: the answer comes as server-sent events */
      stream?: boolean | null | undefined;
      /** include_usage: the last event of a stream says how many tokens it took */
      stream_options?: {
        /** true: a last event with the usage */
        include_usage?: boolean | undefined;
      } | null | undefined;
      /** The conversation so far, oldest first */
      messages: ({
        /** Whose message it is */
        role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
        /** The message, as text or as parts; null only beside tool_calls */
        content?: string | ({
          /** text, or image_url if the model has vision; the others are refused */
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
          /** Asks an upstream that knows it to keep the prompt up to here */
          cache_control?: {
            /** The only kind */
            type: 'ephemeral';
            /** How long; 5 minutes is the only choice */
            ttl?: '5m' | undefined;
          } | undefined;
        })[] | null | undefined;
        /** Tells participants of the same role apart */
        name?: string | undefined;
        /** Tools that the assistant called */
        tool_calls?: {
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
        }[] | undefined;
        /** Which call a message of the role tool answers */
        tool_call_id?: string | undefined;
        /** What the model thought before its answer */
        reasoning_content?: string | null | undefined;
        /** The signature that came with the thought, for upstreams that want it back */
        reasoning_signature?: string | undefined;
      })[];
      /** The newer name of max_tokens */
      max_completion_tokens?: number | null | undefined;
      /** Text, any JSON object, or JSON of a given schema */
      response_format?: {
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
      } | undefined;
      /** Functions that the model may call */
      tools?: ({
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
          /** true: the arguments follow the schema exactly */
          strict?: boolean | null | undefined;
        };
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** How long; 5 minutes is the only choice */
          ttl?: '5m' | undefined;
        } | undefined;
      })[] | undefined;
      /** Whether the model may call tools, must call one, or must call this one */
      tool_choice?: 'none' | 'auto' | 'required' | {
        /** The only kind */
        type: 'function';
        /** The function */
        function: {
          /** Its name */
          name: string;
        };
      } | null | undefined;
      /** false: the answer has one tool call at most; default: as many as the model makes */
      parallel_tool_calls?: boolean | null | undefined;
      /** "new", or one from an earlier answer */
      conversation_id?: string | null | undefined;
    };
    reply: {
      id: string;
      created: number;
      model: string;
      usage?: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
      object: 'chat.completion';
      choices: {
        index: number;
        message: {
          /** Whose message it is */
          role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
          /** The message, as text or as parts; null only beside tool_calls */
          content?: string | {
            /** text, or image_url if the model has vision; the others are refused */
            type: 'text' | 'image_url' | 'input_audio' | 'file' | 'refusal';
            /** The text of a text part */
            text?: string;
            /** The image of an image part */
            image_url?: {
              /** A data URI, a /files/ URL of this service, or an https URL; at most 20 MB */
              url: string;
              /** low, high or auto: how closely the model looks */
              detail?: string;
            };
            /** Asks an upstream that knows it to keep the prompt up to here */
            cache_control?: {
              /** The only kind */
              type: 'ephemeral';
              /** How long; 5 minutes is the only choice */
              ttl?: '5m';
            };
          }[] | null;
          /** Tells participants of the same role apart */
          name?: string;
          /** Tools that the assistant called */
          tool_calls?: {
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
          }[];
          /** Which call a message of the role tool answers */
          tool_call_id?: string;
          /** What the model thought before its answer */
          reasoning_content?: string | null;
          /** The signature that came with the thought, for upstreams that want it back */
          reasoning_signature?: string;
        };
        finish_reason: string | null;
      }[];
      conversation_id?: string;
    };
  };
  /** List conversations, most recently used first */
  'GET /chat/conversations': {
    params: undefined;
    query: {
      /** How many to return; default 20 */
      limit?: number | undefined;
      /** next_cursor of the previous page */
      cursor?: string | undefined;
      /** Only conversations with this text in the title or a message, among the 1,000 used last */
      q?: string | undefined;
    };
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'conversation';
        title: string;
        model: string;
        messages_count: number;
        created_at: string;
        updated_at: string;
        /** For a branch: the conversation that its family began with */
        root_id: string | null;
        /** For a branch: what it was branched from */
        parent_id: string | null;
        /** For a branch: how many messages it took along */
        branched_at: number;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Delete a conversation */
  'DELETE /chat/conversations/{id}': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'conversation.deleted';
      deleted: true;
    };
  };
  /** Get a conversation, its messages and its summaries */
  'GET /chat/conversations/{id}': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'conversation';
      title: string;
      model: string;
      messages_count: number;
      created_at: string;
      updated_at: string;
      /** For a branch: the conversation that its family began with */
      root_id: string | null;
      /** For a branch: what it was branched from */
      parent_id: string | null;
      /** For a branch: how many messages it took along */
      branched_at: number;
      messages: {
        /** Whose message it is */
        role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
        /** The message, as text or as parts; null only beside tool_calls */
        content?: string | {
          /** text, or image_url if the model has vision; the others are refused */
          type: 'text' | 'image_url' | 'input_audio' | 'file' | 'refusal';
          /** The text of a text part */
          text?: string;
          /** The image of an image part */
          image_url?: {
            /** A data URI, a /files/ URL of this service, or an https URL; at most 20 MB */
            url: string;
            /** low, high or auto: how closely the model looks */
            detail?: string;
          };
          /** Asks an upstream that knows it to keep the prompt up to here */
          cache_control?: {
            /** The only kind */
            type: 'ephemeral';
            /** How long; 5 minutes is the only choice */
            ttl?: '5m';
          };
        }[] | null;
        /** Tells participants of the same role apart */
        name?: string;
        /** Tools that the assistant called */
        tool_calls?: {
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
        }[];
        /** Which call a message of the role tool answers */
        tool_call_id?: string;
        /** What the model thought before its answer */
        reasoning_content?: string | null;
        /** The signature that came with the thought, for upstreams that want it back */
        reasoning_signature?: string;
      }[];
      condensed: {
        /** Summary that the model receives instead of these messages */
        text: string;
        /** Number of messages, from the start, that the summary replaces */
        messages: number;
        model: string;
        created_at: string;
      }[];
    };
  };
  /** Rename a conversation */
  'PATCH /chat/conversations/{id}': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: {
      /** The new title */
      title: string;
    };
    reply: {
      id: string;
      object: 'conversation';
      title: string;
      model: string;
      messages_count: number;
      created_at: string;
      updated_at: string;
      /** For a branch: the conversation that its family began with */
      root_id: string | null;
      /** For a branch: what it was branched from */
      parent_id: string | null;
      /** For a branch: how many messages it took along */
      branched_at: number;
    };
  };
  /** List a conversation and its branches */
  'GET /chat/conversations/{id}/branches': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'conversation';
        title: string;
        model: string;
        messages_count: number;
        created_at: string;
        updated_at: string;
        /** For a branch: the conversation that its family began with */
        root_id: string | null;
        /** For a branch: what it was branched from */
        parent_id: string | null;
        /** For a branch: how many messages it took along */
        branched_at: number;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Branch a conversation */
  'POST /chat/conversations/{id}/branches': {
    params: {
      /** Id of a conversation: conversation_id of an answer */
      id: string;
    };
    query: undefined;
    body: {
      /** How many messages, from the start, the branch takes along */
      messages: number;
    };
    reply: {
      id: string;
      object: 'conversation';
      title: string;
      model: string;
      messages_count: number;
      created_at: string;
      updated_at: string;
      /** For a branch: the conversation that its family began with */
      root_id: string | null;
      /** For a branch: what it was branched from */
      parent_id: string | null;
      /** For a branch: how many messages it took along */
      branched_at: number;
    };
  };
  /** List the chat models */
  'GET /chat/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'model';
        created: number;
        owned_by: string;
        module: string;
        engine: string;
        context_window: number | null;
        max_output_tokens: number | null;
        capabilities: string[];
        /** Prices in credits, as charged to this account */
        pricing: Record<string, unknown>;
        ready: boolean;
        /** 0 to 1 while the weights are being downloaded */
        progress?: number;
        note?: string;
        /** What its answers are often wrong about, and how to connect a better model */
        warnings?: string[];
      }[];
    };
  };
  /** Answer a chat, always as a stream */
  'POST /chat/stream': {
    params: undefined;
    query: undefined;
    body: {
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
      stop?: string | string[] | null | undefined;
      /** Above 0: more likely to introduce new topics */
      presence_penalty?: number | null | undefined;
      /** Above 0: less repetition of frequent words */
      frequency_penalty?: number | null | undefined;
      /** Token id to a value that is added to its likelihood */
      logit_bias?: Record<string, number> | null | undefined;
      /** Your own identifier of the end user */
      user?: string | null | undefined;
      /** true: the answer comes as server-sent events */
      stream?: boolean | null | undefined;
      /** include_usage: the last event of a stream says how many tokens it took */
      stream_options?: {
        /** true: a last event with the usage */
        include_usage?: boolean | undefined;
      } | null | undefined;
      /** The conversation so far, oldest first */
      messages: ({
        /** Whose message it is */
        role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
        /** The message, as text or as parts; null only beside tool_calls */
        content?: string | ({
          /** text, or image_url if the model has vision; the others are refused */
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
          /** Asks an upstream that knows it to keep the prompt up to here */
          cache_control?: {
            /** The only kind */
            type: 'ephemeral';
            /** How long; 5 minutes is the only choice */
            ttl?: '5m' | undefined;
          } | undefined;
        })[] | null | undefined;
        /** Tells participants of the same role apart */
        name?: string | undefined;
        /** Tools that the assistant called */
        tool_calls?: {
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
        }[] | undefined;
        /** Which call a message of the role tool answers */
        tool_call_id?: string | undefined;
        /** What the model thought before its answer */
        reasoning_content?: string | null | undefined;
        /** The signature that came with the thought, for upstreams that want it back */
        reasoning_signature?: string | undefined;
      })[];
      /** The newer name of max_tokens */
      max_completion_tokens?: number | null | undefined;
      /** Text, any JSON object, or JSON of a given schema */
      response_format?: {
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
      } | undefined;
      /** Functions that the model may call */
      tools?: ({
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
          /** true: the arguments follow the schema exactly */
          strict?: boolean | null | undefined;
        };
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** How long; 5 minutes is the only choice */
          ttl?: '5m' | undefined;
        } | undefined;
      })[] | undefined;
      /** Whether the model may call tools, must call one, or must call this one */
      tool_choice?: 'none' | 'auto' | 'required' | {
        /** The only kind */
        type: 'function';
        /** The function */
        function: {
          /** Its name */
          name: string;
        };
      } | null | undefined;
      /** false: the answer has one tool call at most; default: as many as the model makes */
      parallel_tool_calls?: boolean | null | undefined;
      /** "new", or one from an earlier answer */
      conversation_id?: string | null | undefined;
    };
    reply: {
      id: string;
      created: number;
      model: string;
      usage?: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
      object: 'chat.completion';
      choices: {
        index: number;
        message: {
          /** Whose message it is */
          role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
          /** The message, as text or as parts; null only beside tool_calls */
          content?: string | {
            /** text, or image_url if the model has vision; the others are refused */
            type: 'text' | 'image_url' | 'input_audio' | 'file' | 'refusal';
            /** The text of a text part */
            text?: string;
            /** The image of an image part */
            image_url?: {
              /** A data URI, a /files/ URL of this service, or an https URL; at most 20 MB */
              url: string;
              /** low, high or auto: how closely the model looks */
              detail?: string;
            };
            /** Asks an upstream that knows it to keep the prompt up to here */
            cache_control?: {
              /** The only kind */
              type: 'ephemeral';
              /** How long; 5 minutes is the only choice */
              ttl?: '5m';
            };
          }[] | null;
          /** Tells participants of the same role apart */
          name?: string;
          /** Tools that the assistant called */
          tool_calls?: {
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
          }[];
          /** Which call a message of the role tool answers */
          tool_call_id?: string;
          /** What the model thought before its answer */
          reasoning_content?: string | null;
          /** The signature that came with the thought, for upstreams that want it back */
          reasoning_signature?: string;
        };
        finish_reason: string | null;
      }[];
      conversation_id?: string;
    };
  };
  /** Complete code at its end or at a cursor */
  'POST /code/complete': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'code.generation' | 'code.completion' | 'code.refactoring' | 'code.explanation';
      created: number;
      language: string;
      code: string;
      /** Only the text inserted at the cursor */
      completion?: string;
      explanation?: string;
      /** Unified */
      diff?: string;
      /** true if the first answer did not parse and this is the second */
      repaired?: boolean;
      syntax: {
        /** false if no grammar for the language is available */
        checked: boolean;
        ok: boolean;
        errors: {
          line: number;
          column: number;
          message: string;
        }[];
      };
      /** If the code may well be wrong: why, and how to connect a better model */
      warnings?: string[];
      finish_reason: string;
      model: string;
      usage: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
  };
  /** Explain code */
  'POST /code/explain': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'code.generation' | 'code.completion' | 'code.refactoring' | 'code.explanation';
      created: number;
      language: string;
      code: string;
      /** Only the text inserted at the cursor */
      completion?: string;
      explanation?: string;
      /** Unified */
      diff?: string;
      /** true if the first answer did not parse and this is the second */
      repaired?: boolean;
      syntax: {
        /** false if no grammar for the language is available */
        checked: boolean;
        ok: boolean;
        errors: {
          line: number;
          column: number;
          message: string;
        }[];
      };
      /** If the code may well be wrong: why, and how to connect a better model */
      warnings?: string[];
      finish_reason: string;
      model: string;
      usage: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
  };
  /** Write code from a prompt */
  'POST /code/generate': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'code.generation' | 'code.completion' | 'code.refactoring' | 'code.explanation';
      created: number;
      language: string;
      code: string;
      /** Only the text inserted at the cursor */
      completion?: string;
      explanation?: string;
      /** Unified */
      diff?: string;
      /** true if the first answer did not parse and this is the second */
      repaired?: boolean;
      syntax: {
        /** false if no grammar for the language is available */
        checked: boolean;
        ok: boolean;
        errors: {
          line: number;
          column: number;
          message: string;
        }[];
      };
      /** If the code may well be wrong: why, and how to connect a better model */
      warnings?: string[];
      finish_reason: string;
      model: string;
      usage: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
  };
  /** List the programming languages */
  'GET /code/languages': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'language';
        name: string;
        extensions: string[];
        aliases: string[];
        /** Whether answers in this language are checked for syntax */
        checked: boolean;
      }[];
    };
  };
  /** Rewrite code towards a goal, with a unified diff */
  'POST /code/refactor': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'code.generation' | 'code.completion' | 'code.refactoring' | 'code.explanation';
      created: number;
      language: string;
      code: string;
      /** Only the text inserted at the cursor */
      completion?: string;
      explanation?: string;
      /** Unified */
      diff?: string;
      /** true if the first answer did not parse and this is the second */
      repaired?: boolean;
      syntax: {
        /** false if no grammar for the language is available */
        checked: boolean;
        ok: boolean;
        errors: {
          line: number;
          column: number;
          message: string;
        }[];
      };
      /** If the code may well be wrong: why, and how to connect a better model */
      warnings?: string[];
      finish_reason: string;
      model: string;
      usage: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
  };
  /** Complete a text */
  'POST /completions': {
    params: undefined;
    query: undefined;
    body: {
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
      stop?: string | string[] | null | undefined;
      /** Above 0: more likely to introduce new topics */
      presence_penalty?: number | null | undefined;
      /** Above 0: less repetition of frequent words */
      frequency_penalty?: number | null | undefined;
      /** Token id to a value that is added to its likelihood */
      logit_bias?: Record<string, number> | null | undefined;
      /** Your own identifier of the end user */
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
    reply: {
      id: string;
      created: number;
      model: string;
      usage?: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        credits?: number;
      };
      object: 'text_completion';
      choices: {
        index: number;
        text: string;
        finish_reason: string | null;
      }[];
    };
  };
  /** Turn texts into vectors */
  'POST /embeddings': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /models with the capability "embedding", or "default" */
      model: string;
      /** A text, texts, token ids or lists of them */
      input: string | string[] | number[] | (number[])[];
      /** float (default): numbers; base64: little-endian 32-bit floats */
      encoding_format?: 'float' | 'base64' | undefined;
      /** Keeps the first values and scales the vector to length 1 */
      dimensions?: number | null | undefined;
      /** Your own identifier of the end user */
      user?: string | null | undefined;
    };
    reply: {
      object: 'list';
      data: {
        object: 'embedding';
        index: number;
        embedding: number[] | string;
      }[];
      model: string;
      usage: {
        prompt_tokens: number;
        total_tokens: number;
      };
    };
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
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'file';
        purpose: 'user_data' | 'vision' | 'assistants' | 'batch' | 'batch_output';
        status: 'processed';
        bytes: number;
        content_type: string;
        filename: string;
        /** Readable by everyone who knows it; the files of batches need a key */
        url: string;
        created_at: number;
        /** When the file is removed; null: never */
        expires_at: number | null;
      }[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Upload a file (multipart field "file"): an image, audio or video file for other calls, or the JSON lines of a batch */
  'POST /files': {
    params: undefined;
    query: undefined;
    body: {
      /** batch: JSON lines for POST /batches. All others are for images, audio and videos. Default user_data */
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
    reply: {
      id: string;
      object: 'file';
      purpose: 'user_data' | 'vision' | 'assistants' | 'batch' | 'batch_output';
      status: 'processed';
      bytes: number;
      content_type: string;
      filename: string;
      /** Readable by everyone who knows it; the files of batches need a key */
      url: string;
      created_at: number;
      /** When the file is removed; null: never */
      expires_at: number | null;
    };
  };
  /** Delete a file */
  'DELETE /files/{id}': {
    params: {
      /** Id of a file */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'file';
      deleted: true;
    };
  };
  /** Get a file: its size, type, name and URL */
  'GET /files/{id}': {
    params: {
      /** Id of a file */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'file';
      purpose: 'user_data' | 'vision' | 'assistants' | 'batch' | 'batch_output';
      status: 'processed';
      bytes: number;
      content_type: string;
      filename: string;
      /** Readable by everyone who knows it; the files of batches need a key */
      url: string;
      created_at: number;
      /** When the file is removed; null: never */
      expires_at: number | null;
    };
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
    body: {
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
    reply: {
      id: string;
      object: 'image';
      created: number;
      image_url: string;
      images: {
        url: string;
        width: number;
        height: number;
        seed: number | null;
        format: string;
      }[];
      model: string;
      warnings: string[];
      usage: {
        images: number;
        credits?: number;
      };
    };
  };
  /** Generate one to four images from a prompt */
  'POST /image/generate': {
    params: undefined;
    query: undefined;
    body: {
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
      style?: 'realistic' | 'artistic' | 'anime' | '3d' | undefined;
      /** How many images; each is charged */
      count?: number | undefined;
      /** The same seed gives the same image */
      seed?: number | undefined;
      /** What the image must not show */
      negative_prompt?: string | undefined;
      /** The format of the image; default: png */
      format?: 'png' | 'webp' | 'jpeg' | undefined;
      /** What is behind the subject */
      background?: string | undefined;
    };
    reply: {
      id: string;
      object: 'image';
      created: number;
      image_url: string;
      images: {
        url: string;
        width: number;
        height: number;
        seed: number | null;
        format: string;
      }[];
      model: string;
      warnings: string[];
      usage: {
        images: number;
        credits?: number;
      };
    };
  };
  /** List image models: what they can do, cost, and whether they are ready */
  'GET /image/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'model';
        ready: boolean;
      }[];
    };
  };
  /** Enlarge an image 2 or 4 times */
  'POST /image/upscale': {
    params: undefined;
    query: undefined;
    body: {
      /** A file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB */
      image?: string | undefined;
      /** How many times larger; default: 2 */
      scale?: 2 | 4 | undefined;
      /** A model of GET /image/models */
      model?: string | undefined;
      /** The format of the image; default: png */
      format?: 'png' | 'webp' | 'jpeg' | undefined;
    };
    reply: {
      id: string;
      object: 'image';
      created: number;
      image_url: string;
      images: {
        url: string;
        width: number;
        height: number;
        seed: number | null;
        format: string;
      }[];
      model: string;
      warnings: string[];
      usage: {
        images: number;
        credits?: number;
      };
    };
  };
  /** Edit an image, in the shape of the OpenAI API */
  'POST /images/edits': {
    params: undefined;
    query: undefined;
    body: {
      /** A model of GET /image/models */
      model?: string | undefined;
      /** How many images */
      n?: number | null | undefined;
      /** Width and height in pixels, such as 1024x1024, or auto */
      size?: string | null | undefined;
      /** Whether the answer holds a URL (default) or the image itself */
      response_format?: 'url' | 'b64_json' | null | undefined;
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
    reply: {
      created: number;
      data: {
        url?: string;
        b64_json?: string;
      }[];
      usage: {
        input_tokens: number;
        /** One for every 32 × 32 pixels of the images */
        output_tokens: number;
        total_tokens: number;
        input_tokens_details: {
          text_tokens: number;
          image_tokens: number;
        };
        images: number;
        credits?: number;
      };
    };
  };
  /** Generate images, in the shape of the OpenAI API */
  'POST /images/generations': {
    params: undefined;
    query: undefined;
    body: {
      /** A model of GET /image/models */
      model?: string | undefined;
      /** How many images */
      n?: number | null | undefined;
      /** Width and height in pixels, such as 1024x1024, or auto */
      size?: string | null | undefined;
      /** Whether the answer holds a URL (default) or the image itself */
      response_format?: 'url' | 'b64_json' | null | undefined;
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
    reply: {
      created: number;
      data: {
        url?: string;
        b64_json?: string;
      }[];
      usage: {
        input_tokens: number;
        /** One for every 32 × 32 pixels of the images */
        output_tokens: number;
        total_tokens: number;
        input_tokens_details: {
          text_tokens: number;
          image_tokens: number;
        };
        images: number;
        credits?: number;
      };
    };
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
      status?: 'processing' | 'completed' | 'failed' | 'cancelled' | undefined;
      /** Only jobs of this module */
      service?: 'music' | 'video' | 'image' | 'builder' | 'batch' | undefined;
    };
    body: undefined;
    reply: {
      object: 'list';
      data: ({
        id: string;
        /** music.job, video.job, image.job, build.job or batch.job */
        object: string;
        status: 'processing' | 'completed' | 'failed' | 'cancelled';
        progress: number;
        stage: string;
        /** The place among the waiting jobs of your account, from 1; 0 once the job runs */
        queue_position: number;
        /** Estimated seconds left, with the wait in the queue, based on earlier jobs */
        estimated_time: number;
        created_at: string;
        started_at: string | null;
        completed_at: string | null;
        error: {
          code: string;
          message: string;
        } | null;
        /** What it cost, once it has ended */
        usage?: {
          credits: number;
        };
      })[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Get a job, with its result once it is completed */
  'GET /jobs/{id}': {
    params: {
      /** Id of a job */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      /** music.job, video.job, image.job, build.job or batch.job */
      object: string;
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      stage: string;
      /** The place among the waiting jobs of your account, from 1; 0 once the job runs */
      queue_position: number;
      /** Estimated seconds left, with the wait in the queue, based on earlier jobs */
      estimated_time: number;
      created_at: string;
      started_at: string | null;
      completed_at: string | null;
      error: {
        code: string;
        message: string;
      } | null;
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Cancel a job and release its held credits */
  'POST /jobs/{id}/cancel': {
    params: {
      /** Id of a job */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      /** music.job, video.job, image.job, build.job or batch.job */
      object: string;
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      stage: string;
      /** The place among the waiting jobs of your account, from 1; 0 once the job runs */
      queue_position: number;
      /** Estimated seconds left, with the wait in the queue, based on earlier jobs */
      estimated_time: number;
      created_at: string;
      started_at: string | null;
      completed_at: string | null;
      error: {
        code: string;
        message: string;
      } | null;
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Stream the progress of a job (server-sent events; resumable with Last-Event-ID) */
  'GET /jobs/{id}/events': {
    params: {
      /** Id of a job */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      /** music.job, video.job, image.job, build.job or batch.job */
      object: string;
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      stage: string;
      /** The place among the waiting jobs of your account, from 1; 0 once the job runs */
      queue_position: number;
      /** Estimated seconds left, with the wait in the queue, based on earlier jobs */
      estimated_time: number;
      created_at: string;
      started_at: string | null;
      completed_at: string | null;
      error: {
        code: string;
        message: string;
      } | null;
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Answer a chat in the form of Anthropic's Messages API */
  'POST /messages': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /models, or "default" */
      model: string;
      /** The conversation so far, oldest first; the last message is the user’s */
      messages: ({
        /** Whose message it is */
        role: 'user' | 'assistant' | 'system';
        /** The message, as text or as blocks */
        content: string | ({
          /** text, image, tool_use, tool_result or thinking, where it may be */
          type: string;
          /** The text of a text block */
          text?: string | undefined;
          /** The image of an image block */
          source?: {
            /** base64 or url */
            type: string;
            /** The type of base64 data, as image/png */
            media_type?: string | undefined;
            /** The image in base64 */
            data?: string | undefined;
            /** A /files/ URL of this service, or an https URL */
            url?: string | undefined;
          } | undefined;
          /** Asks an upstream that knows it to keep the prompt up to here */
          cache_control?: {
            /** The only kind */
            type: 'ephemeral';
            /** 5m; 1h is refused */
            ttl?: '5m' | '1h' | undefined;
          } | null | undefined;
          /** Id of a tool_use */
          id?: string | undefined;
          /** The tool of a tool_use */
          name?: string | undefined;
          /** What the tool was called with */
          input?: unknown | undefined;
          /** The tool_use that a tool_result answers */
          tool_use_id?: string | undefined;
          /** What the tool returned: text, or blocks of text and images */
          content?: string | ({
            /** text, image, tool_use, tool_result or thinking, where it may be */
            type: string;
            /** The text of a text block */
            text?: string | undefined;
            /** The image of an image block */
            source?: {
              /** base64 or url */
              type: string;
              /** The type of base64 data, as image/png */
              media_type?: string | undefined;
              /** The image in base64 */
              data?: string | undefined;
              /** A /files/ URL of this service, or an https URL */
              url?: string | undefined;
            } | undefined;
            /** Asks an upstream that knows it to keep the prompt up to here */
            cache_control?: {
              /** The only kind */
              type: 'ephemeral';
              /** 5m; 1h is refused */
              ttl?: '5m' | '1h' | undefined;
            } | null | undefined;
          })[] | undefined;
          /** true: the tool failed */
          is_error?: boolean | undefined;
          /** A thought of an earlier answer */
          thinking?: string | undefined;
          /** The signature that came with the thought */
          signature?: string | undefined;
        })[];
      })[];
      /** What the model should keep to, as text or as text blocks */
      system?: string | ({
        /** text, image, tool_use, tool_result or thinking, where it may be */
        type: string;
        /** The text of a text block */
        text?: string | undefined;
        /** The image of an image block */
        source?: {
          /** base64 or url */
          type: string;
          /** The type of base64 data, as image/png */
          media_type?: string | undefined;
          /** The image in base64 */
          data?: string | undefined;
          /** A /files/ URL of this service, or an https URL */
          url?: string | undefined;
        } | undefined;
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** 5m; 1h is refused */
          ttl?: '5m' | '1h' | undefined;
        } | null | undefined;
      })[] | undefined;
      /** Tools that the model may use */
      tools?: ({
        /** Only custom: other tools are refused */
        type?: string | null | undefined;
        /** How the model calls the tool */
        name: string;
        /** What the tool does, for the model */
        description?: string | undefined;
        /** JSON schema of its input; required */
        input_schema?: Record<string, unknown> | undefined;
        /** true: the input follows the schema exactly */
        strict?: boolean | undefined;
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** 5m; 1h is refused */
          ttl?: '5m' | '1h' | undefined;
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
        /** Accepted without effect */
        display?: 'summarized' | null | undefined;
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
      service_tier?: 'auto' | 'standard_only' | undefined;
    };
    reply: {
      id: string;
      type: 'message';
      role: 'assistant';
      model: string;
      content: {
        type: 'thinking' | 'text' | 'tool_use';
        thinking?: string;
        signature?: string;
        text?: string;
        id?: string;
        name?: string;
        input?: unknown;
      }[];
      stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal';
      stop_sequence: string | null;
      usage: {
        /** Prompt tokens, without the cached ones */
        input_tokens: number;
        cache_read_input_tokens: number;
        output_tokens: number;
        credits?: number;
      };
    };
  };
  /** Count the tokens of a prompt without answering it, free of charge */
  'POST /messages/count_tokens': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /models, or "default" */
      model: string;
      /** The conversation so far, oldest first; the last message is the user’s */
      messages: ({
        /** Whose message it is */
        role: 'user' | 'assistant' | 'system';
        /** The message, as text or as blocks */
        content: string | ({
          /** text, image, tool_use, tool_result or thinking, where it may be */
          type: string;
          /** The text of a text block */
          text?: string | undefined;
          /** The image of an image block */
          source?: {
            /** base64 or url */
            type: string;
            /** The type of base64 data, as image/png */
            media_type?: string | undefined;
            /** The image in base64 */
            data?: string | undefined;
            /** A /files/ URL of this service, or an https URL */
            url?: string | undefined;
          } | undefined;
          /** Asks an upstream that knows it to keep the prompt up to here */
          cache_control?: {
            /** The only kind */
            type: 'ephemeral';
            /** 5m; 1h is refused */
            ttl?: '5m' | '1h' | undefined;
          } | null | undefined;
          /** Id of a tool_use */
          id?: string | undefined;
          /** The tool of a tool_use */
          name?: string | undefined;
          /** What the tool was called with */
          input?: unknown | undefined;
          /** The tool_use that a tool_result answers */
          tool_use_id?: string | undefined;
          /** What the tool returned: text, or blocks of text and images */
          content?: string | ({
            /** text, image, tool_use, tool_result or thinking, where it may be */
            type: string;
            /** The text of a text block */
            text?: string | undefined;
            /** The image of an image block */
            source?: {
              /** base64 or url */
              type: string;
              /** The type of base64 data, as image/png */
              media_type?: string | undefined;
              /** The image in base64 */
              data?: string | undefined;
              /** A /files/ URL of this service, or an https URL */
              url?: string | undefined;
            } | undefined;
            /** Asks an upstream that knows it to keep the prompt up to here */
            cache_control?: {
              /** The only kind */
              type: 'ephemeral';
              /** 5m; 1h is refused */
              ttl?: '5m' | '1h' | undefined;
            } | null | undefined;
          })[] | undefined;
          /** true: the tool failed */
          is_error?: boolean | undefined;
          /** A thought of an earlier answer */
          thinking?: string | undefined;
          /** The signature that came with the thought */
          signature?: string | undefined;
        })[];
      })[];
      /** What the model should keep to, as text or as text blocks */
      system?: string | ({
        /** text, image, tool_use, tool_result or thinking, where it may be */
        type: string;
        /** The text of a text block */
        text?: string | undefined;
        /** The image of an image block */
        source?: {
          /** base64 or url */
          type: string;
          /** The type of base64 data, as image/png */
          media_type?: string | undefined;
          /** The image in base64 */
          data?: string | undefined;
          /** A /files/ URL of this service, or an https URL */
          url?: string | undefined;
        } | undefined;
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** 5m; 1h is refused */
          ttl?: '5m' | '1h' | undefined;
        } | null | undefined;
      })[] | undefined;
      /** Tools that the model may use */
      tools?: ({
        /** Only custom: other tools are refused */
        type?: string | null | undefined;
        /** How the model calls the tool */
        name: string;
        /** What the tool does, for the model */
        description?: string | undefined;
        /** JSON schema of its input; required */
        input_schema?: Record<string, unknown> | undefined;
        /** true: the input follows the schema exactly */
        strict?: boolean | undefined;
        /** Asks an upstream that knows it to keep the prompt up to here */
        cache_control?: {
          /** The only kind */
          type: 'ephemeral';
          /** 5m; 1h is refused */
          ttl?: '5m' | '1h' | undefined;
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
        /** Accepted without effect */
        display?: 'summarized' | null | undefined;
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
    };
    reply: {
      input_tokens: number;
    };
  };
  /** All models */
  'GET /models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'model';
        created: number;
        owned_by: string;
        module: string;
        engine: string;
        context_window: number | null;
        max_output_tokens: number | null;
        capabilities: string[];
        /** Prices in credits, as charged to this account */
        pricing: Record<string, unknown>;
        ready: boolean;
        /** 0 to 1 while the weights are being downloaded */
        progress?: number;
        note?: string;
        /** What its answers are often wrong about, and how to connect a better model */
        warnings?: string[];
      }[];
    };
  };
  /** One model */
  'GET /models/{id}': {
    params: {
      /** An id or an alias of GET /models */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'model';
      created: number;
      owned_by: string;
      module: string;
      engine: string;
      context_window: number | null;
      max_output_tokens: number | null;
      capabilities: string[];
      /** Prices in credits, as charged to this account */
      pricing: Record<string, unknown>;
      ready: boolean;
      /** 0 to 1 while the weights are being downloaded */
      progress?: number;
      note?: string;
      /** What its answers are often wrong about, and how to connect a better model */
      warnings?: string[];
    };
  };
  /** Classify texts and images by what is harmful in them */
  'POST /moderations': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      model: string;
      results: Record<string, unknown>[];
    };
  };
  /** Start a song */
  'POST /music/generate': {
    params: undefined;
    query: undefined;
    body: {
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
      mastering?: {
        /** How loud and how dense; default: streaming */
        preset?: 'streaming' | 'loud' | 'warm' | 'off' | undefined;
        /** Integrated loudness; −14 when absent */
        target_lufs?: number | undefined;
      } | undefined;
      /** The format of audio_url; default: mp3 */
      format?: 'mp3' | 'wav' | 'flac' | undefined;
    };
    reply: {
      id: string;
      object: 'music.job';
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      /** composing, arranging, singing, mixing, mastering, encoding */
      stage: string;
      queue_position: number;
      estimated_time: number;
      title?: string;
      genre?: string | null;
      duration?: number;
      tempo?: number | null;
      key?: string | null;
      sections?: {
        name: string;
        start: number;
        end: number;
      }[];
      lyrics?: string | null;
      voices?: string[];
      audio_url?: string;
      formats?: Record<string, string>;
      stems?: Record<string, string>;
      stems_url?: string | null;
      midi_url?: string | null;
      waveform?: number[];
      cover_url?: string | null;
      loudness?: {
        integrated_lufs: number;
        true_peak_db: number;
      };
      seed?: number;
      understood?: Record<string, unknown>;
      warnings?: string[];
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** List the genres */
  'GET /music/genres': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        name: string;
        description: string;
        tempo_range: number[];
        example_prompt: string;
      }[];
    };
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
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'music.track';
        created_at: string;
        title?: string;
        genre?: string | null;
        duration?: number;
        tempo?: number | null;
        key?: string | null;
        sections?: {
          name: string;
          start: number;
          end: number;
        }[];
        lyrics?: string | null;
        voices?: string[];
        audio_url?: string;
        formats?: Record<string, string>;
        stems?: Record<string, string>;
        stems_url?: string | null;
        midi_url?: string | null;
        waveform?: number[];
        cover_url?: string | null;
        loudness?: {
          integrated_lufs: number;
          true_peak_db: number;
        };
        seed?: number;
        understood?: Record<string, unknown>;
        warnings?: string[];
        /** What it cost, once it has ended */
        usage?: {
          credits: number;
        };
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Master a track, uploaded or made here */
  'POST /music/master': {
    params: undefined;
    query: undefined;
    body: {
      /** A model of GET /models whose module is music */
      model?: string | undefined;
      /** A file id, a /files/ URL of this service, a data URI or an https URL; or upload a file as multipart */
      audio?: string | undefined;
      /** A track of your library */
      track_id?: string | undefined;
      /** The title of the mastered track */
      title?: string | undefined;
      /** How loud and how dense; default: streaming */
      preset?: 'streaming' | 'loud' | 'warm' | 'off' | undefined;
      /** How the song is mastered */
      mastering?: {
        /** How loud and how dense; default: streaming */
        preset?: 'streaming' | 'loud' | 'warm' | 'off' | undefined;
        /** Integrated loudness; −14 when absent */
        target_lufs?: number | undefined;
      } | undefined;
      /** The format of audio_url; default: mp3 */
      format?: 'mp3' | 'wav' | 'flac' | undefined;
    };
    reply: {
      id: string;
      object: 'music.job';
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      /** composing, arranging, singing, mixing, mastering, encoding */
      stage: string;
      queue_position: number;
      estimated_time: number;
      title?: string;
      genre?: string | null;
      duration?: number;
      tempo?: number | null;
      key?: string | null;
      sections?: {
        name: string;
        start: number;
        end: number;
      }[];
      lyrics?: string | null;
      voices?: string[];
      audio_url?: string;
      formats?: Record<string, string>;
      stems?: Record<string, string>;
      stems_url?: string | null;
      midi_url?: string | null;
      waveform?: number[];
      cover_url?: string | null;
      loudness?: {
        integrated_lufs: number;
        true_peak_db: number;
      };
      seed?: number;
      understood?: Record<string, unknown>;
      warnings?: string[];
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Get the progress of a song */
  'GET /music/status/{job_id}': {
    params: {
      /** The id that POST /music/generate returned */
      job_id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'music.job';
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      /** composing, arranging, singing, mixing, mastering, encoding */
      stage: string;
      queue_position: number;
      estimated_time: number;
      title?: string;
      genre?: string | null;
      duration?: number;
      tempo?: number | null;
      key?: string | null;
      sections?: {
        name: string;
        start: number;
        end: number;
      }[];
      lyrics?: string | null;
      voices?: string[];
      audio_url?: string;
      formats?: Record<string, string>;
      stems?: Record<string, string>;
      stems_url?: string | null;
      midi_url?: string | null;
      waveform?: number[];
      cover_url?: string | null;
      loudness?: {
        integrated_lufs: number;
        true_peak_db: number;
      };
      seed?: number;
      understood?: Record<string, unknown>;
      warnings?: string[];
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** List the singing voices */
  'GET /music/voices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        name: string;
        gender: string;
        language: string;
        accent: string;
        style: string;
        range: {
          low: string;
          high: string;
        };
        preview_url: string | null;
      }[];
    };
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
    reply: {
      id: string;
      object: 'music.track';
      deleted: true;
    };
  };
  /** Get a song: its job and, once completed, the track */
  'GET /music/{id}': {
    params: {
      /** Id of a song */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'music.job';
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      /** composing, arranging, singing, mixing, mastering, encoding */
      stage: string;
      queue_position: number;
      estimated_time: number;
      title?: string;
      genre?: string | null;
      duration?: number;
      tempo?: number | null;
      key?: string | null;
      sections?: {
        name: string;
        start: number;
        end: number;
      }[];
      lyrics?: string | null;
      voices?: string[];
      audio_url?: string;
      formats?: Record<string, string>;
      stems?: Record<string, string>;
      stems_url?: string | null;
      midi_url?: string | null;
      waveform?: number[];
      cover_url?: string | null;
      loudness?: {
        integrated_lufs: number;
        true_peak_db: number;
      };
      seed?: number;
      understood?: Record<string, unknown>;
      warnings?: string[];
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.account';
        id: string;
        email: string;
        name: string;
        plan: string;
        is_owner: boolean;
        status: 'active' | 'suspended';
        suspended_at: string | null;
        /** The live balance */
        credits: number;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Get an account: balances, usage, keys, jobs */
  'GET /operator/accounts/{id}': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'operator.account';
      id: string;
      email: string;
      name: string;
      plan: string;
      is_owner: boolean;
      status: 'active' | 'suspended';
      suspended_at: string | null;
      /** The live balance */
      credits: number;
      created_at: string;
      attribution_setting: 'required' | 'waived';
      price_factor_permille: number | null;
      balances: {
        live: {
          credits: number;
          held: number;
          available: number;
        };
        test: {
          credits: number;
          held: number;
          available: number;
        };
      };
      keys: {
        live: number;
        test: number;
        last_used_at: string | null;
      };
      jobs: {
        waiting: number;
        running: number;
      };
      subscription: {
        id: string;
        plan: string;
        status: string;
        current_period_end: string;
      } | null;
      usage_30_days: {
        requests: number;
        errors: number;
        credits: number;
      };
      usage_by_module: {
        module: string;
        requests: number;
        errors: number;
        credits: number;
      }[];
    };
  };
  /** Give or take credits */
  'POST /operator/accounts/{id}/credits': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** Positive to give, negative to take; at most six decimals */
      credits: number;
      /** Which balance; default: live */
      environment?: 'live' | 'test' | undefined;
      /** The reason; the customer sees it in the transactions, and it is kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.adjustment';
      /** Id of the transaction that the customer sees */
      id: string;
      account_id: string;
      environment: string;
      credits: number;
      balance_before: number;
      balance_after: number;
      audit_id: string;
    };
  };
  /** Put an account on another plan */
  'POST /operator/accounts/{id}/plan': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** An id of the price list */
      plan: string;
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.account';
      id: string;
      email: string;
      name: string;
      plan: string;
      is_owner: boolean;
      status: 'active' | 'suspended';
      suspended_at: string | null;
      /** The live balance */
      credits: number;
      created_at: string;
      attribution_setting: 'required' | 'waived';
      price_factor_permille: number | null;
      balances: {
        live: {
          credits: number;
          held: number;
          available: number;
        };
        test: {
          credits: number;
          held: number;
          available: number;
        };
      };
      keys: {
        live: number;
        test: number;
        last_used_at: string | null;
      };
      jobs: {
        waiting: number;
        running: number;
      };
      subscription: {
        id: string;
        plan: string;
        status: string;
        current_period_end: string;
      } | null;
      usage_30_days: {
        requests: number;
        errors: number;
        credits: number;
      };
      usage_by_module: {
        module: string;
        requests: number;
        errors: number;
        credits: number;
      }[];
    };
  };
  /** Set an account's own price factor */
  'POST /operator/accounts/{id}/price-factor': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** What the account pays for usage, in thousandths of the list price: 1000 is the list price, 900 a tenth less, 0 free; null: the price factor of its plan */
      price_factor_permille: number | null;
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.account';
      id: string;
      email: string;
      name: string;
      plan: string;
      is_owner: boolean;
      status: 'active' | 'suspended';
      suspended_at: string | null;
      /** The live balance */
      credits: number;
      created_at: string;
      attribution_setting: 'required' | 'waived';
      price_factor_permille: number | null;
      balances: {
        live: {
          credits: number;
          held: number;
          available: number;
        };
        test: {
          credits: number;
          held: number;
          available: number;
        };
      };
      keys: {
        live: number;
        test: number;
        last_used_at: string | null;
      };
      jobs: {
        waiting: number;
        running: number;
      };
      subscription: {
        id: string;
        plan: string;
        status: string;
        current_period_end: string;
      } | null;
      usage_30_days: {
        requests: number;
        errors: number;
        credits: number;
      };
      usage_by_module: {
        module: string;
        requests: number;
        errors: number;
        credits: number;
      }[];
    };
  };
  /** Put back the account's earlier price factor */
  'POST /operator/accounts/{id}/price-factor/revert': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.account';
      id: string;
      email: string;
      name: string;
      plan: string;
      is_owner: boolean;
      status: 'active' | 'suspended';
      suspended_at: string | null;
      /** The live balance */
      credits: number;
      created_at: string;
      attribution_setting: 'required' | 'waived';
      price_factor_permille: number | null;
      balances: {
        live: {
          credits: number;
          held: number;
          available: number;
        };
        test: {
          credits: number;
          held: number;
          available: number;
        };
      };
      keys: {
        live: number;
        test: number;
        last_used_at: string | null;
      };
      jobs: {
        waiting: number;
        running: number;
      };
      subscription: {
        id: string;
        plan: string;
        status: string;
        current_period_end: string;
      } | null;
      usage_30_days: {
        requests: number;
        errors: number;
        credits: number;
      };
      usage_by_module: {
        module: string;
        requests: number;
        errors: number;
        credits: number;
      }[];
    };
  };
  /** Suspend an account: its keys and sessions get 403, its jobs are cancelled */
  'POST /operator/accounts/{id}/suspend': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.account';
      id: string;
      email: string;
      name: string;
      plan: string;
      is_owner: boolean;
      status: 'active' | 'suspended';
      suspended_at: string | null;
      /** The live balance */
      credits: number;
      created_at: string;
      attribution_setting: 'required' | 'waived';
      price_factor_permille: number | null;
      balances: {
        live: {
          credits: number;
          held: number;
          available: number;
        };
        test: {
          credits: number;
          held: number;
          available: number;
        };
      };
      keys: {
        live: number;
        test: number;
        last_used_at: string | null;
      };
      jobs: {
        waiting: number;
        running: number;
      };
      subscription: {
        id: string;
        plan: string;
        status: string;
        current_period_end: string;
      } | null;
      usage_30_days: {
        requests: number;
        errors: number;
        credits: number;
      };
      usage_by_module: {
        module: string;
        requests: number;
        errors: number;
        credits: number;
      }[];
    };
  };
  /** Reactivate a suspended account */
  'POST /operator/accounts/{id}/unsuspend': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.account';
      id: string;
      email: string;
      name: string;
      plan: string;
      is_owner: boolean;
      status: 'active' | 'suspended';
      suspended_at: string | null;
      /** The live balance */
      credits: number;
      created_at: string;
      attribution_setting: 'required' | 'waived';
      price_factor_permille: number | null;
      balances: {
        live: {
          credits: number;
          held: number;
          available: number;
        };
        test: {
          credits: number;
          held: number;
          available: number;
        };
      };
      keys: {
        live: number;
        test: number;
        last_used_at: string | null;
      };
      jobs: {
        waiting: number;
        running: number;
      };
      subscription: {
        id: string;
        plan: string;
        status: string;
        current_period_end: string;
      } | null;
      usage_30_days: {
        requests: number;
        errors: number;
        credits: number;
      };
      usage_by_module: {
        module: string;
        requests: number;
        errors: number;
        credits: number;
      }[];
    };
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
      action?: 'account.plan' | 'account.credits' | 'account.price_factor' | 'account.suspend' | 'account.unsuspend' | 'account.invite' | 'codes.create' | 'codes.revoke' | 'coupons.create' | 'coupons.disable' | 'referrals.revoke' | 'model.pull' | 'model.remove' | 'model.use' | 'model.verify' | 'settings.change' | 'settings.revert' | 'upstream.create' | 'upstream.change' | 'upstream.remove' | 'upstream.try' | 'upstream.connect' | 'upstream.disconnect' | 'job.cancel' | 'delivery.replay' | undefined;
      /** Only of this account */
      account_id?: string | undefined;
    };
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'operator.audit_entry';
        id: string;
        action: string;
        target: string;
        account_id: string | null;
        account_email: string | null;
        actor: {
          account_id: string;
          email: string;
          key_id: string | null;
        };
        asked: Record<string, unknown>;
        before: Record<string, unknown> | null;
        after: Record<string, unknown> | null;
        reason: string;
        request_id: string;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.code';
        id: string;
        /** The last characters of the code */
        hint: string;
        status: 'active' | 'used' | 'expired' | 'revoked';
        used: number;
        batch_id: string;
        environment: 'live' | 'test';
        credits: number;
        plan: string | null;
        days: number | null;
        max_uses: number;
        expires_at: string | null;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Create redeem codes for credits or a plan */
  'POST /operator/codes': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      object: 'operator.code_batch';
      batch_id: string;
      environment: 'live' | 'test';
      credits: number;
      plan: string | null;
      days: number | null;
      max_uses: number;
      expires_at: string | null;
      /** Only this answer contains the codes: the service keeps hashes */
      codes: string[];
      audit_id: string;
    };
  };
  /** Revoke a redeem code or a batch of codes */
  'POST /operator/codes/{id}/revoke': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.revoked_codes';
      id: string;
      /** How many codes this call revoked */
      revoked: number;
      audit_id: string;
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.coupon';
        id: string;
        code: string;
        environment: 'live' | 'test';
        percent_off: number | null;
        amount_off: number | null;
        packages: string[] | null;
        plans: string[] | null;
        max_uses: number | null;
        expires_at: string | null;
        /** By paid and open checkouts */
        used: number;
        status: 'active' | 'used' | 'expired' | 'disabled';
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Create a coupon */
  'POST /operator/coupons': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      object: 'operator.coupon';
      id: string;
      code: string;
      environment: 'live' | 'test';
      percent_off: number | null;
      amount_off: number | null;
      packages: string[] | null;
      plans: string[] | null;
      max_uses: number | null;
      expires_at: string | null;
      audit_id: string;
    };
  };
  /** Disable a coupon */
  'POST /operator/coupons/{id}/disable': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.coupon';
      id: string;
      code: string;
      environment: 'live' | 'test';
      percent_off: number | null;
      amount_off: number | null;
      packages: string[] | null;
      plans: string[] | null;
      max_uses: number | null;
      expires_at: string | null;
      audit_id: string;
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.delivery';
        id: string;
        event_id: string;
        event_type: string;
        endpoint_id: string;
        url: string;
        account_id: string;
        email: string;
        environment: string;
        state: string;
        attempts: number;
        next_attempt_at: string | null;
        last_status: number | null;
        last_problem: string | null;
        replay_of: string | null;
        created_at: string;
        completed_at: string | null;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Send the event of a delivery again */
  'POST /operator/deliveries/{id}/replay': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
    };
    reply: {
      object: 'operator.delivery';
      id: string;
      event_id: string;
      event_type: string;
      endpoint_id: string;
      url: string;
      account_id: string;
      email: string;
      environment: string;
      state: string;
      attempts: number;
      next_attempt_at: string | null;
      last_status: number | null;
      last_problem: string | null;
      replay_of: string | null;
      created_at: string;
      completed_at: string | null;
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.failing_endpoint';
        id: string;
        account_id: string;
        email: string;
        environment: string;
        url: string;
        failing_since: string | null;
        disabled_at: string | null;
        disabled_reason: string | null;
        /** Failed deliveries of the last 30 days, counted up to 1,000 */
        failed_deliveries: number;
        last_status: number | null;
        last_problem: string | null;
        last_failed_at: string | null;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** List engines with their models, prices and health as seen by this node */
  'GET /operator/engines': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: ({
        object: 'operator.engine';
        name: string;
        module: string;
        /** Whether at least one of its models is ready */
        ready: boolean;
        models: ({
          id: string;
          ready: boolean;
          progress: number | null;
          note: string | null;
          /** Prices in credits, with attribution */
          pricing: Record<string, number>;
          health: {
            /** State of the circuit breaker; open: the model gets no calls for a while */
            state: 'closed' | 'open' | 'testing';
            /** Milliseconds until the open breaker lets a call through */
            opens_for_ms: number;
            /** Number of calls in the last 15 minutes, at most the last 500 */
            calls: number;
            errors: number;
            error_rate: number | null;
            latency_ms: {
              p50: number;
              p95: number;
            } | null;
            last_error: string | null;
            last_error_at: string | null;
          } | null;
        })[];
      })[];
    };
  };
  /** Create an invite link that lets one person sign up within seven days */
  'POST /operator/invites': {
    params: undefined;
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
    };
    reply: {
      object: 'operator.invite';
      /** Lets one person sign up; shown only once */
      url: string;
      expires_at: string;
      audit_id: string;
    };
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
    reply: {
      object: 'list';
      data: ({
        object: 'operator.job';
        id: string;
        account_id: string;
        email: string;
        environment: string;
        kind: string;
        state: string;
        stage: string;
        progress: number;
        attempt: number;
        machine: string | null;
        error: {
          code: string;
          message: string;
        } | null;
        held_credits: number;
        cost_credits: number | null;
        age_seconds: number;
        created_at: string;
        started_at: string | null;
        completed_at: string | null;
      })[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Cancel a job of any account */
  'POST /operator/jobs/{id}/cancel': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.job';
      id: string;
      account_id: string;
      email: string;
      environment: string;
      kind: string;
      state: string;
      stage: string;
      progress: number;
      attempt: number;
      machine: string | null;
      error: {
        code: string;
        message: string;
      } | null;
      held_credits: number;
      cost_credits: number | null;
      age_seconds: number;
      created_at: string;
      started_at: string | null;
      completed_at: string | null;
    };
  };
  /** List the model servers that answer on the machine of this node */
  'GET /operator/local-servers': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'operator.local_server';
        id: string;
        title: string;
        /** What its models make */
        makes: 'text' | 'image';
        url: string;
        version: string | null;
        models: string[];
        /** found: not used · connected: its models are offered · configured: named in the settings · gone: connected, but it does not answer */
        state: 'found' | 'connected' | 'configured' | 'gone';
      }[];
    };
  };
  /** Connect a model server of this machine */
  'POST /operator/local-servers/{id}/connect': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
    };
    reply: {
      object: 'operator.local_server';
      id: string;
      title: string;
      /** What its models make */
      makes: 'text' | 'image';
      url: string;
      version: string | null;
      models: string[];
      /** found: not used · connected: its models are offered · configured: named in the settings · gone: connected, but it does not answer */
      state: 'found' | 'connected' | 'configured' | 'gone';
    };
  };
  /** Disconnect a model server of this machine */
  'POST /operator/local-servers/{id}/disconnect': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
    };
    reply: {
      object: 'list';
      data: {
        object: 'operator.local_server';
        id: string;
        title: string;
        /** What its models make */
        makes: 'text' | 'image';
        url: string;
        version: string | null;
        models: string[];
        /** found: not used · connected: its models are offered · configured: named in the settings · gone: connected, but it does not answer */
        state: 'found' | 'connected' | 'configured' | 'gone';
      }[];
    };
  };
  /** List the catalogue of weights: which are present, which are being pulled */
  'GET /operator/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'operator.model';
        id: string;
        kind: string;
        title: string;
        licence: string;
        licence_url: string | null;
        /** Whether the licence is permissive or was accepted */
        accepted: boolean;
        note: string | null;
        awaits: string | null;
        bytes: number;
        ready: boolean;
        pulling: boolean;
        progress: number;
        error: string | null;
        use: string | null;
        /** Whether an operator chose it for its use */
        chosen: boolean;
        check: 'running' | 'intact' | 'damaged' | 'failed' | null;
      }[];
    };
  };
  /** Say which models suit the machine of this node */
  'GET /operator/models/recommendation': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'operator.model_recommendation';
      machine: {
        described: string;
        memory_bytes: number;
        cores: number;
        gpu: {
          name: string;
          memory_bytes: number | null;
        } | null;
        free_disk_bytes: number | null;
      };
      data: {
        use: string;
        model: string | null;
        download_bytes: number;
        reason: string;
        passed_over: {
          model: string;
          why: string;
        }[];
      }[];
    };
  };
  /** Pull the weights of a model in the background */
  'POST /operator/models/{id}/pull': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
      /** You have read the licence and accept it; required once where it is not permissive */
      accept_licence?: boolean | undefined;
    };
    reply: {
      object: 'operator.model';
      id: string;
      kind: string;
      title: string;
      licence: string;
      licence_url: string | null;
      /** Whether the licence is permissive or was accepted */
      accepted: boolean;
      note: string | null;
      awaits: string | null;
      bytes: number;
      ready: boolean;
      pulling: boolean;
      progress: number;
      error: string | null;
      use: string | null;
      /** Whether an operator chose it for its use */
      chosen: boolean;
      check: 'running' | 'intact' | 'damaged' | 'failed' | null;
    };
  };
  /** Remove the weights of a model from this machine */
  'POST /operator/models/{id}/remove': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.model';
      id: string;
      kind: string;
      title: string;
      licence: string;
      licence_url: string | null;
      /** Whether the licence is permissive or was accepted */
      accepted: boolean;
      note: string | null;
      awaits: string | null;
      bytes: number;
      ready: boolean;
      pulling: boolean;
      progress: number;
      error: string | null;
      use: string | null;
      /** Whether an operator chose it for its use */
      chosen: boolean;
      check: 'running' | 'intact' | 'damaged' | 'failed' | null;
    };
  };
  /** Let a model answer for its use, or give the choice back to the service */
  'POST /operator/models/{id}/use': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
      /** false: the service chooses the model again */
      chosen?: boolean | undefined;
    };
    reply: {
      object: 'operator.model';
      id: string;
      kind: string;
      title: string;
      licence: string;
      licence_url: string | null;
      /** Whether the licence is permissive or was accepted */
      accepted: boolean;
      note: string | null;
      awaits: string | null;
      bytes: number;
      ready: boolean;
      pulling: boolean;
      progress: number;
      error: string | null;
      use: string | null;
      /** Whether an operator chose it for its use */
      chosen: boolean;
      check: 'running' | 'intact' | 'damaged' | 'failed' | null;
    };
  };
  /** Compare the checksums of a model in the background */
  'POST /operator/models/{id}/verify': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
    };
    reply: {
      object: 'operator.model';
      id: string;
      kind: string;
      title: string;
      licence: string;
      licence_url: string | null;
      /** Whether the licence is permissive or was accepted */
      accepted: boolean;
      note: string | null;
      awaits: string | null;
      bytes: number;
      ready: boolean;
      pulling: boolean;
      progress: number;
      error: string | null;
      use: string | null;
      /** Whether an operator chose it for its use */
      chosen: boolean;
      check: 'running' | 'intact' | 'damaged' | 'failed' | null;
    };
  };
  /** Get the queue: waiting and running jobs by kind and account, and the workers */
  'GET /operator/queue': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'operator.queue';
      waiting: number;
      running: number;
      kinds: {
        kind: string;
        waiting: number;
        running: number;
        oldest_seconds: number;
      }[];
      accounts: {
        account_id: string;
        email: string;
        environment: string;
        waiting: number;
        running: number;
        oldest_seconds: number;
      }[];
      workers: {
        id: string;
        machine: string;
        slots: number;
        seen_at: string;
      }[];
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.referral';
        id: string;
        /** Id of an account */
        referrer: string;
        /** Id of an account */
        referred: string;
        status: 'waiting' | 'rewarded' | 'revoked';
        /** What it has of it now */
        referrer_credits: number;
        /** What it has of it now */
        referred_credits: number;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Revoke a referral */
  'POST /operator/referrals/{id}/revoke': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.revoked_referral';
      id: string;
      audit_id: string;
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'request';
        id: string;
        environment: string;
        created_at: string;
        method: string;
        /** The route, with the names of its parameters */
        route: string;
        module: string;
        /** The HTTP status; 499: the client closed the connection before its answer */
        status: number;
        /** stopped: the client ended it, which is no error */
        outcome: 'ok' | 'error' | 'stopped';
        error_code: string | null;
        /** null: a user of the dashboard */
        key_id: string | null;
        /** The signed-in user, or the maker of the key */
        member_id: string | null;
        /** The model that was asked for */
        model: string | null;
        /** The model that answered */
        served_model: string | null;
        /** Who served it; null: this service itself, or no model was asked */
        upstream: string | null;
        prompt_tokens: number | null;
        completion_tokens: number | null;
        cached_tokens: number | null;
        /** What the call cost; null: nothing was charged, or a job is charged later */
        credits: number | null;
        /** The job that the call created */
        job_id: string | null;
        request_bytes: number;
        /** Before compression */
        response_bytes: number;
        streamed: boolean;
        /** From the arrival to the first part of the answer, of a stream the first token */
        first_byte_ms: number | null;
        duration_ms: number;
        account_id: string;
        email: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Get the price list and the settings of the service, as set live and as in effect */
  'GET /operator/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'operator.settings';
      /** The newest change of any live setting; also the version of the price list */
      version: number;
      prices: {
        live: Record<string, unknown>;
        effective: Record<string, unknown>;
        /** Set by the files or the environment, which win */
        fixed: string[];
      };
      service: {
        live: Record<string, unknown>;
        effective: Record<string, unknown>;
        /** Set by the files or the environment, which win */
        fixed: string[];
      };
    };
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
    reply: {
      object: 'list';
      data: {
        object: 'operator.setting_change';
        id: string;
        /** Numbers all changes of live settings */
        version: number;
        /** `upstream:` and its name, `prices` or `service` */
        name: string;
        before: Record<string, unknown> | null;
        after: Record<string, unknown> | null;
        actor_email: string | null;
        reason: string | null;
        audit_id: string;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Revert a change of a live setting */
  'POST /operator/settings/changes/{id}/revert': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.setting_change';
      id: string;
      /** Numbers all changes of live settings */
      version: number;
      /** `upstream:` and its name, `prices` or `service` */
      name: string;
      before: Record<string, unknown> | null;
      after: Record<string, unknown> | null;
      actor_email: string | null;
      reason: string | null;
      audit_id: string;
      created_at: string;
    };
  };
  /** Change the price list or the settings of the service while it runs */
  'PUT /operator/settings/{id}': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** For `prices`: plans, packages, modules, models, costs and batch_factor, as in the price list; a list of plans, packages or models replaces the built-in one. For `service`: service_name, service_url, free_grant, sign_ups, sign_up_domains. Replaces what was set live before; {} unsets it. */
      value: Record<string, unknown>;
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.settings';
      /** The newest change of any live setting; also the version of the price list */
      version: number;
      prices: {
        live: Record<string, unknown>;
        effective: Record<string, unknown>;
        /** Set by the files or the environment, which win */
        fixed: string[];
      };
      service: {
        live: Record<string, unknown>;
        effective: Record<string, unknown>;
        /** Set by the files or the environment, which win */
        fixed: string[];
      };
    };
  };
  /** List the upstreams of the files, the environment and the live settings */
  'GET /operator/upstreams': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        object: 'operator.upstream';
        /** Its name */
        id: string;
        makes: string;
        /** Where it was set. `file` (CONFIG) and `environment` win and cannot be changed here; `local` was connected by a click */
        source: 'live' | 'file' | 'environment' | 'local';
        settings: Record<string, unknown>;
        has_key: boolean;
        /** Their values are kept like the key */
        header_names: string[];
        /** The models that it offers on this node now */
        models: string[];
        problem: string | null;
      }[];
    };
  };
  /** Add an upstream while the service runs */
  'POST /operator/upstreams': {
    params: undefined;
    query: undefined;
    body: {
      /** Unique among all upstreams; shown as the owner of its models */
      name: string;
      /** What its models make */
      makes?: 'text' | 'image' | 'music' | 'video' | 'speech' | 'transcription' | undefined;
      /** An entry of `upstreams` (text), `image_upstreams`, `music_upstreams`, `video_upstreams`, `speech_upstreams` or `transcription_upstreams` of the configuration file, without name and key: kind, base_url, models with their price, cost, weight and fallbacks, and the fields of the kind. Text has token prices, headers, aliases, context and capabilities; images are priced per image, speech per million characters, the others per second. 1,000 models at most. */
      settings: Record<string, unknown>;
      /** Stored encrypted and never shown again. Left out: stays as it is. null: none. */
      api_key?: string | null | undefined;
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.upstream';
      /** Its name */
      id: string;
      makes: string;
      /** Where it was set. `file` (CONFIG) and `environment` win and cannot be changed here; `local` was connected by a click */
      source: 'live' | 'file' | 'environment' | 'local';
      settings: Record<string, unknown>;
      has_key: boolean;
      /** Their values are kept like the key */
      header_names: string[];
      /** The models that it offers on this node now */
      models: string[];
      problem: string | null;
    };
  };
  /** Change an upstream while the service runs */
  'PUT /operator/upstreams/{id}': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** An entry of `upstreams` (text), `image_upstreams`, `music_upstreams`, `video_upstreams`, `speech_upstreams` or `transcription_upstreams` of the configuration file, without name and key: kind, base_url, models with their price, cost, weight and fallbacks, and the fields of the kind. Text has token prices, headers, aliases, context and capabilities; images are priced per image, speech per million characters, the others per second. 1,000 models at most. */
      settings: Record<string, unknown>;
      /** Stored encrypted and never shown again. Left out: stays as it is. null: none. */
      api_key?: string | null | undefined;
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'operator.upstream';
      /** Its name */
      id: string;
      makes: string;
      /** Where it was set. `file` (CONFIG) and `environment` win and cannot be changed here; `local` was connected by a click */
      source: 'live' | 'file' | 'environment' | 'local';
      settings: Record<string, unknown>;
      has_key: boolean;
      /** Their values are kept like the key */
      header_names: string[];
      /** The models that it offers on this node now */
      models: string[];
      problem: string | null;
    };
  };
  /** Remove an upstream that was added while the service runs */
  'POST /operator/upstreams/{id}/remove': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** The reason; kept in the audit log permanently */
      reason: string;
    };
    reply: {
      object: 'list';
      data: {
        object: 'operator.upstream';
        /** Its name */
        id: string;
        makes: string;
        /** Where it was set. `file` (CONFIG) and `environment` win and cannot be changed here; `local` was connected by a click */
        source: 'live' | 'file' | 'environment' | 'local';
        settings: Record<string, unknown>;
        has_key: boolean;
        /** Their values are kept like the key */
        header_names: string[];
        /** The models that it offers on this node now */
        models: string[];
        problem: string | null;
      }[];
    };
  };
  /** Send one call to an upstream now */
  'POST /operator/upstreams/{id}/try': {
    params: {
      /** Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names */
      id: string;
    };
    query: undefined;
    body: {
      /** One of its models; default: the first */
      model?: string | undefined;
      /** What is asked, made or spoken; a short one of the kind if absent. Transcription hears a generated tone instead */
      prompt?: string | undefined;
      /** The reason; kept in the audit log permanently */
      reason?: string | undefined;
    };
    reply: {
      object: 'operator.upstream_try';
      upstream: string;
      model: string;
      ok: boolean;
      error: string | null;
      latency_ms: number;
      first_token_ms: number | null;
      answer: string;
      usage: {
        prompt_tokens: number;
        completion_tokens: number;
        cached_tokens: number;
        reasoning_tokens: number;
        images: number;
        /** Spoken */
        characters: number;
        /** Of music, of a recording, or of the video that was ordered */
        seconds: number;
      };
      /** What a customer pays for such a call */
      price_credits: number;
      /** What the upstream charges for it, by the costs in its settings */
      cost_credits: number;
    };
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
      group_by?: 'account' | 'key' | 'model' | 'module' | 'day' | undefined;
      /** Only of this account */
      account_id?: string | undefined;
      /** csv: a table with one line per group */
      format?: 'json' | 'csv' | undefined;
    };
    body: undefined;
    reply: {
      object: 'operator.usage';
      from: string;
      to: string;
      group_by: string;
      total: {
        requests: number;
        errors: number;
        prompt_tokens: number;
        /** Of the prompt tokens: those that upstreams had cached */
        cached_tokens: number;
        /** Of the prompt tokens: those that upstreams put into their cache */
        cache_write_tokens: number;
        completion_tokens: number;
        images: number;
        seconds: number;
        /** What customers were charged */
        credits: number;
        /** What the upstreams charge, by the costs in the settings */
        cost: number;
        /** credits less cost */
        margin: number;
      };
      data: {
        /** The account, key, model, module or day */
        group: string;
        label: string | null;
        requests: number;
        errors: number;
        prompt_tokens: number;
        /** Of the prompt tokens: those that upstreams had cached */
        cached_tokens: number;
        /** Of the prompt tokens: those that upstreams put into their cache */
        cache_write_tokens: number;
        completion_tokens: number;
        images: number;
        seconds: number;
        /** What customers were charged */
        credits: number;
        /** What the upstreams charge, by the costs in the settings */
        cost: number;
        /** credits less cost */
        margin: number;
      }[];
    };
  };
  /** Get the credit balance */
  'GET /payments/balance': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'balance';
      credits: number;
      held: number;
      available: number;
      currency: string;
      /** The credits in units of the currency */
      value: number;
      plan: string;
      attribution_waived: boolean;
      /** Whether a subscription is running */
      subscribed: boolean;
      next_grant_at: string | null;
    };
  };
  /** List the saved cards */
  'GET /payments/cards': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'card';
        brand: string;
        last4: string;
        exp_month: number;
        exp_year: number;
      }[];
    };
  };
  /** Save a card */
  'POST /payments/cards': {
    params: undefined;
    query: undefined;
    body: {
      /** Where the browser goes afterwards */
      return_url?: string | undefined;
    };
    reply: {
      object: 'card.setup';
      url: string;
    };
  };
  /** Remove a saved card */
  'DELETE /payments/cards/{id}': {
    params: {
      /** Id of a saved card */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'card';
      deleted: true;
    };
  };
  /** Start a checkout for credits or a plan */
  'POST /payments/checkout': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'checkout.session';
      url: string;
      status: 'open' | 'complete' | 'expired';
      mode: 'payment' | 'subscription';
      /** What is to be paid, in minor units of the currency */
      amount: number;
      /** What the coupon took off */
      discount: number;
      coupon: string | null;
      currency: string;
      credits: number;
      plan: string | null;
      expires_at: string;
    };
  };
  /** Get the state of a checkout */
  'GET /payments/checkout/{id}': {
    params: {
      /** Id of a checkout or a payment */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'checkout.session';
      url: string;
      status: 'open' | 'complete' | 'expired';
      mode: 'payment' | 'subscription';
      /** What is to be paid, in minor units of the currency */
      amount: number;
      /** What the coupon took off */
      discount: number;
      coupon: string | null;
      currency: string;
      credits: number;
      plan: string | null;
      expires_at: string;
    };
  };
  /** Get the billing details */
  'GET /payments/details': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'billing_details';
      name: string;
      email: string | null;
      address: {
        line1: string;
        line2: string;
        city: string;
        state: string;
        postal_code: string;
        country: string | null;
      };
      tax_id: {
        type: string;
        value: string;
      } | null;
    };
  };
  /** Change the billing details */
  'PATCH /payments/details': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      object: 'billing_details';
      name: string;
      email: string | null;
      address: {
        line1: string;
        line2: string;
        city: string;
        state: string;
        postal_code: string;
        country: string | null;
      };
      tax_id: {
        type: string;
        value: string;
      } | null;
    };
  };
  /** Open Stripe's customer portal */
  'POST /payments/portal': {
    params: undefined;
    query: undefined;
    body: {
      /** Where the browser goes afterwards */
      return_url?: string | undefined;
    };
    reply: {
      object: 'portal.session';
      url: string;
    };
  };
  /** Get the prices for this account */
  'GET /payments/prices': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'prices';
      currency: string;
      attribution_waived: boolean;
      /** The payment provider: "builtin" accepts test cards only and moves no money; "none" sells nothing */
      checkout: 'stripe' | 'builtin' | 'none';
      plans: {
        id: string;
        name: string;
        requests_per_minute: number;
        requests_per_day: number | null;
        concurrent_jobs: number;
        /** Minor units of the currency */
        monthly_fee: number;
        included_credits: number;
        for_sale: boolean;
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
      packages: {
        id: string;
        name: string;
        amount: number;
        credits: number;
      }[];
      /** What this account pays for usage, in thousandths of the list price; the prices below contain it already */
      price_factor_permille: number;
      /** What a call in a batch costs, as a part of its price alone */
      batch_factor: number;
      modules: Record<string, Record<string, number>>;
      models: Record<string, Record<string, number>>;
    };
  };
  /** The payments */
  'GET /payments/receipts': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'payment';
        /** What was paid, in minor units of the currency */
        amount: number;
        /** Contained in the amount */
        tax: number;
        /** What a coupon or promotion code took off */
        discount: number;
        coupon: string | null;
        currency: string;
        credits: number;
        description: string;
        created_at: string;
      }[];
    };
  };
  /** Download a receipt as PDF */
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
    body: {
      /** The code; case, blanks and hyphens do not count */
      code: string;
    };
    reply: {
      object: 'redemption';
      id: string;
      /** The credits that the code gave */
      credits: number;
      plan: string | null;
      plan_ends_at: string | null;
      /** The credits that can be spent now */
      available: number;
    };
  };
  /** Get the referral link and what it brought */
  'GET /payments/referral': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'referral';
      code: string;
      /** Sign-ups that begin there accept the code */
      url: string;
      program: {
        /** For each side */
        credits: number;
        /** How often an account is rewarded */
        max_rewards: number;
      } | null;
      /** Accounts that accepted the code */
      referred: number;
      rewarded: number;
      /** What they brought, without what was taken back */
      credits: number;
    };
  };
  /** Accept a referral code */
  'POST /payments/referral': {
    params: undefined;
    query: undefined;
    body: {
      /** The code of the account that referred this one */
      code: string;
    };
    reply: {
      object: 'referral.accepted';
      id: string;
      credits: number;
    };
  };
  /** Get the settings of automatic top-up and the low-balance email */
  'GET /payments/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'billing_settings';
      auto_top_up: {
        package: string;
        below: number;
        max_per_day: number;
        /** Set when a charge was refused: nothing is bought until it is set again */
        paused: {
          at: string;
          reason: string;
        } | null;
      } | null;
      low_balance_mail: {
        below: number;
      } | null;
      receipt_mail: boolean;
    };
  };
  /** Change automatic top-up and the low-balance email; both are off by default */
  'PATCH /payments/settings': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      object: 'billing_settings';
      auto_top_up: {
        package: string;
        below: number;
        max_per_day: number;
        /** Set when a charge was refused: nothing is bought until it is set again */
        paused: {
          at: string;
          reason: string;
        } | null;
      } | null;
      low_balance_mail: {
        below: number;
      } | null;
      receipt_mail: boolean;
    };
  };
  /** The subscription */
  'GET /payments/subscription': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'subscription';
      plan: string;
      next_plan: string | null;
      status: string;
      current_period_start: string;
      current_period_end: string;
      cancel_at_period_end: boolean;
    };
  };
  /** Cancel the subscription at the end of its period */
  'POST /payments/subscription/cancel': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'subscription';
      plan: string;
      next_plan: string | null;
      status: string;
      current_period_start: string;
      current_period_end: string;
      cancel_at_period_end: boolean;
    };
  };
  /** Change the plan: an upgrade applies at once, a downgrade with the next period */
  'POST /payments/subscription/change': {
    params: undefined;
    query: undefined;
    body: {
      /** A plan of GET /payments/prices */
      plan: string;
    };
    reply: {
      id: string;
      object: 'subscription';
      plan: string;
      next_plan: string | null;
      status: string;
      current_period_start: string;
      current_period_end: string;
      cancel_at_period_end: boolean;
    };
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
      type?: 'purchase' | 'grant' | 'usage' | 'refund' | 'adjustment' | 'redemption' | 'coupon' | 'referral' | undefined;
      /** Only transactions at or after this time, ISO 8601 */
      from?: string | undefined;
      /** Only transactions before this time, ISO 8601 */
      to?: string | undefined;
    };
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        type: string;
        credits: number;
        balance_after: number;
        module: string | null;
        model: string | null;
        request_id: string | null;
        job_id: string | null;
        payment_id: string | null;
        description: string;
        created_at: string;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
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
      type?: 'purchase' | 'grant' | 'usage' | 'refund' | 'adjustment' | 'redemption' | 'coupon' | 'referral' | undefined;
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
    reply: {
      object: 'list';
      data: {
        object: 'request';
        id: string;
        environment: string;
        created_at: string;
        method: string;
        /** The route, with the names of its parameters */
        route: string;
        module: string;
        /** The HTTP status; 499: the client closed the connection before its answer */
        status: number;
        /** stopped: the client ended it, which is no error */
        outcome: 'ok' | 'error' | 'stopped';
        error_code: string | null;
        /** null: a user of the dashboard */
        key_id: string | null;
        /** The signed-in user, or the maker of the key */
        member_id: string | null;
        /** The model that was asked for */
        model: string | null;
        /** The model that answered */
        served_model: string | null;
        /** Who served it; null: this service itself, or no model was asked */
        upstream: string | null;
        prompt_tokens: number | null;
        completion_tokens: number | null;
        cached_tokens: number | null;
        /** What the call cost; null: nothing was charged, or a job is charged later */
        credits: number | null;
        /** The job that the call created */
        job_id: string | null;
        request_bytes: number;
        /** Before compression */
        response_bytes: number;
        streamed: boolean;
        /** From the arrival to the first part of the answer, of a stream the first token */
        first_byte_ms: number | null;
        duration_ms: number;
        error_message: string | null;
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Read how requests are logged */
  'GET /requests/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'request_log.settings';
      /** The account's own level; null: the service's default */
      level: 'off' | 'metadata' | 'bodies' | null;
      default_level: 'off' | 'metadata' | 'bodies';
      /** For keys that have no level of their own, and for users of the dashboard */
      effective_level: 'off' | 'metadata' | 'bodies';
      rules: {
        /** What is found and masked; default: email, key and card */
        mask: ('email' | 'key' | 'card' | 'phone' | 'ip')[];
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
  };
  /** Change how requests are logged */
  'PATCH /requests/settings': {
    params: undefined;
    query: undefined;
    body: {
      /** off; metadata: sizes, timings, tokens, cost and errors; bodies: also masked requests and answers; null: the service's default */
      level?: 'off' | 'metadata' | 'bodies' | null | undefined;
      /** What is masked in bodies from now on; null: the standard rules */
      rules?: {
        /** What is found and masked; default: email, key and card */
        mask?: ('email' | 'key' | 'card' | 'phone' | 'ip')[] | undefined;
        /** Members of JSON whose values are masked, wherever they are, in small or capital letters */
        mask_fields?: string[] | undefined;
        /** Texts that are masked: # is a digit, ? a letter or digit, * (once) up to 64 characters without space, such as EMP-#### or token=* */
        mask_patterns?: string[] | undefined;
        /** Only these members at the top of a body are kept; null: all */
        keep_fields?: string[] | null | undefined;
      } | null | undefined;
    };
    reply: {
      object: 'request_log.settings';
      /** The account's own level; null: the service's default */
      level: 'off' | 'metadata' | 'bodies' | null;
      default_level: 'off' | 'metadata' | 'bodies';
      /** For keys that have no level of their own, and for users of the dashboard */
      effective_level: 'off' | 'metadata' | 'bodies';
      rules: {
        /** What is found and masked; default: email, key and card */
        mask: ('email' | 'key' | 'card' | 'phone' | 'ip')[];
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
  };
  /** Get a logged request, with its bodies where they are kept */
  'GET /requests/{id}': {
    params: {
      /** Id of a request, as X-Request-Id of its answer says */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'request';
      id: string;
      environment: string;
      created_at: string;
      method: string;
      /** The route, with the names of its parameters */
      route: string;
      module: string;
      /** The HTTP status; 499: the client closed the connection before its answer */
      status: number;
      /** stopped: the client ended it, which is no error */
      outcome: 'ok' | 'error' | 'stopped';
      error_code: string | null;
      /** null: a user of the dashboard */
      key_id: string | null;
      /** The signed-in user, or the maker of the key */
      member_id: string | null;
      /** The model that was asked for */
      model: string | null;
      /** The model that answered */
      served_model: string | null;
      /** Who served it; null: this service itself, or no model was asked */
      upstream: string | null;
      prompt_tokens: number | null;
      completion_tokens: number | null;
      cached_tokens: number | null;
      /** What the call cost; null: nothing was charged, or a job is charged later */
      credits: number | null;
      /** The job that the call created */
      job_id: string | null;
      request_bytes: number;
      /** Before compression */
      response_bytes: number;
      streamed: boolean;
      /** From the arrival to the first part of the answer, of a stream the first token */
      first_byte_ms: number | null;
      duration_ms: number;
      error_message: string | null;
      /** not_kept: they were not asked for, or their life has ended; not_allowed: your role may not read them */
      bodies: 'kept' | 'not_kept' | 'not_allowed';
      /** The JSON that was sent, masked */
      request_body: string | null;
      /** The JSON that was answered, masked; the parts of a stream are put together */
      response_body: string | null;
      /** Whether something is missing besides what was masked */
      bodies_cut: boolean;
    };
  };
  /** Sort documents by how well they answer a query */
  'POST /rerank': {
    params: undefined;
    query: undefined;
    body: {
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
      /** Whether each result repeats its document */
      return_documents?: boolean | undefined;
    };
    reply: {
      id: string;
      object: 'rerank';
      model: string;
      results: {
        /** The place of the document in the request */
        index: number;
        /** 0 to 1, best first */
        relevance_score: number;
        document?: {
          text: string;
        };
      }[];
      usage: {
        prompt_tokens: number;
        total_tokens: number;
        credits?: number;
      };
      meta: {
        tokens: {
          input_tokens: number;
        };
      };
    };
  };
  /** Answer in the form of OpenAI's Responses API */
  'POST /responses': {
    params: undefined;
    query: undefined;
    body: {
      /** An id of GET /models, or "default" */
      model: string;
      /** A text, or the items of the conversation, oldest first */
      input: string | {
        /** message (default), function_call, function_call_output, reasoning or item_reference */
        type?: string | undefined;
        /** Id of the item; an item_reference names an item of a stored response */
        id?: string | null | undefined;
        /** Whose message it is */
        role?: 'user' | 'assistant' | 'system' | 'developer' | undefined;
        /** The message, as text or as parts */
        content?: string | {
          /** input_text, output_text, refusal or input_image */
          type: string;
          /** The text of a text part */
          text?: string | undefined;
          /** The text of an earlier refusal */
          refusal?: string | undefined;
          /** A data URI, a /files/ URL of this service, or an https URL */
          image_url?: string | null | undefined;
          /** Id of an image of POST /files, instead of image_url */
          file_id?: string | null | undefined;
          /** low, high or auto: how closely the model looks */
          detail?: string | null | undefined;
        }[] | null | undefined;
        /** Which call this is, or which call this is the output of */
        call_id?: string | undefined;
        /** The function that was called */
        name?: string | undefined;
        /** The arguments of the call, as JSON text */
        arguments?: string | undefined;
        /** What the function returned, as text or as text parts */
        output?: string | {
          /** input_text, output_text, refusal or input_image */
          type: string;
          /** The text of a text part */
          text?: string | undefined;
          /** The text of an earlier refusal */
          refusal?: string | undefined;
          /** A data URI, a /files/ URL of this service, or an https URL */
          image_url?: string | null | undefined;
          /** Id of an image of POST /files, instead of image_url */
          file_id?: string | null | undefined;
          /** low, high or auto: how closely the model looks */
          detail?: string | null | undefined;
        }[] | undefined;
        /** What the model thought, of an item of type reasoning */
        summary?: {
          /** summary_text or reasoning_text */
          type?: string | undefined;
          /** The thought */
          text: string;
        }[] | undefined;
        /** The signature that came with the thought */
        encrypted_content?: string | null | undefined;
      }[];
      /** What the model should keep to; not carried over to the next response */
      instructions?: string | null | undefined;
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
      /** Functions that the model may call */
      tools?: {
        /** Only function: built-in tools are refused */
        type: string;
        /** How the model calls the function */
        name?: string | undefined;
        /** What the function does, for the model */
        description?: string | null | undefined;
        /** JSON schema of the arguments */
        parameters?: Record<string, unknown> | null | undefined;
        /** true: the arguments follow the schema exactly */
        strict?: boolean | null | undefined;
      }[] | undefined;
      /** Whether the model may call functions, must call one, or must call this one */
      tool_choice?: 'none' | 'auto' | 'required' | {
        /** Only function */
        type: string;
        /** The function that must be called */
        name?: string | undefined;
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
        effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null | undefined;
        /** Thoughts arrive as the summary of a reasoning item, not as its content */
        summary?: 'auto' | 'concise' | 'detailed' | null | undefined;
      } | null | undefined;
      /** Up to 16 notes of your own, stored with the response */
      metadata?: Record<string, string> | null | undefined;
      /** Additional parts of the answer; log probabilities are refused, the others have nothing to add here */
      include?: string[] | null | undefined;
      /** Only disabled */
      truncation?: 'auto' | 'disabled' | null | undefined;
      /** Only false */
      background?: boolean | null | undefined;
      /** Only auto or default: there is one tier */
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
    reply: {
      id: string;
      object: 'response';
      created_at: number;
      status: 'completed' | 'incomplete' | 'failed' | 'in_progress';
      model: string;
      output: {
        type: string;
        id?: string;
      }[];
      usage?: {
        input_tokens: number;
        output_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
  };
  /** Delete a stored response */
  'DELETE /responses/{id}': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'response';
      deleted: true;
    };
  };
  /** Read a stored response */
  'GET /responses/{id}': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: {
      /** true is refused: a stored response is sent as a whole */
      stream?: boolean | undefined;
    };
    body: undefined;
    reply: {
      id: string;
      object: 'response';
      created_at: number;
      status: 'completed' | 'incomplete' | 'failed' | 'in_progress';
      model: string;
      output: {
        type: string;
        id?: string;
      }[];
      usage?: {
        input_tokens: number;
        output_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
  };
  /** Cancel a response in the background; this service has none, so it is refused */
  'POST /responses/{id}/cancel': {
    params: {
      /** Id of a stored response */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'response';
      created_at: number;
      status: 'completed' | 'incomplete' | 'failed' | 'in_progress';
      model: string;
      output: {
        type: string;
        id?: string;
      }[];
      usage?: {
        input_tokens: number;
        output_tokens: number;
        total_tokens: number;
        credits?: number;
      };
    };
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
    reply: {
      object: 'list';
      data: {
        type: string;
        id?: string;
      }[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
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
      group_by?: 'day' | 'hour' | 'module' | 'model' | 'key' | undefined;
    };
    body: undefined;
    reply: {
      object: 'usage';
      /** The start of the first hour that is counted */
      from: string;
      /** The end of the last hour that is counted */
      to: string;
      group_by: string;
      total: {
        requests: number;
        errors: number;
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        images: number;
        seconds: number;
        credits: number;
      };
      data: {
        requests: number;
        errors: number;
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        images: number;
        seconds: number;
        credits: number;
        day?: string;
        hour?: string;
        module?: string;
        model?: string;
        key?: string;
      }[];
    };
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
    reply: {
      models: {
        /** models/ and the id */
        name: string;
        version: string;
        displayName: string;
        description?: string;
        inputTokenLimit: number;
        outputTokenLimit: number;
        supportedGenerationMethods: string[];
      }[];
      nextPageToken?: string;
    };
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
    reply: {
      /** models/ and the id */
      name: string;
      version: string;
      displayName: string;
      description?: string;
      inputTokenLimit: number;
      outputTokenLimit: number;
      supportedGenerationMethods: string[];
    };
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
    body: {
      /** One request for each vector */
      requests: ({
        /** Accepted without effect: the path names it */
        model?: string | undefined;
        /** The text to embed, as text parts */
        content: {
          /** Whose message it is; default: user */
          role?: 'user' | 'model' | 'function' | undefined;
          /** Text, images, calls and their answers */
          parts: ({
            /** The text of a text part */
            text?: string | undefined;
            /** Marks a thought of an earlier answer */
            thought?: boolean | undefined;
            /** The signature that came with a thought; without effect elsewhere */
            thoughtSignature?: string | undefined;
            /** An image, in the request */
            inlineData?: {
              /** image/png, image/jpeg, image/webp or image/gif */
              mimeType: string;
              /** Base64 */
              data: string;
            } | undefined;
            /** An image, by its address */
            fileData?: {
              /** The type of the image */
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
          })[];
        };
        /** Accepted without effect */
        taskType?: string | undefined;
        /** Accepted without effect */
        title?: string | undefined;
        /** Keeps the first values of the vector */
        outputDimensionality?: number | undefined;
      })[];
    };
    reply: {
      embeddings: {
        values: number[];
      }[];
      usageMetadata: {
        promptTokenCount: number;
      };
    };
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
    body: {
      /** The conversation to count */
      contents?: ({
        /** Whose message it is; default: user */
        role?: 'user' | 'model' | 'function' | undefined;
        /** Text, images, calls and their answers */
        parts: ({
          /** The text of a text part */
          text?: string | undefined;
          /** Marks a thought of an earlier answer */
          thought?: boolean | undefined;
          /** The signature that came with a thought; without effect elsewhere */
          thoughtSignature?: string | undefined;
          /** An image, in the request */
          inlineData?: {
            /** image/png, image/jpeg, image/webp or image/gif */
            mimeType: string;
            /** Base64 */
            data: string;
          } | undefined;
          /** An image, by its address */
          fileData?: {
            /** The type of the image */
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
        })[];
      })[] | undefined;
      /** A whole request to count, instead of contents */
      generateContentRequest?: {
        /** Accepted without effect: the path names it */
        model?: string | undefined;
        /** The conversation so far, oldest first */
        contents: ({
          /** Whose message it is; default: user */
          role?: 'user' | 'model' | 'function' | undefined;
          /** Text, images, calls and their answers */
          parts: ({
            /** The text of a text part */
            text?: string | undefined;
            /** Marks a thought of an earlier answer */
            thought?: boolean | undefined;
            /** The signature that came with a thought; without effect elsewhere */
            thoughtSignature?: string | undefined;
            /** An image, in the request */
            inlineData?: {
              /** image/png, image/jpeg, image/webp or image/gif */
              mimeType: string;
              /** Base64 */
              data: string;
            } | undefined;
            /** An image, by its address */
            fileData?: {
              /** The type of the image */
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
          })[];
        })[];
        /** What the model should keep to */
        systemInstruction?: {
          /** Accepted without effect */
          role?: string | undefined;
          /** Text parts */
          parts: ({
            /** The text of a text part */
            text?: string | undefined;
            /** Marks a thought of an earlier answer */
            thought?: boolean | undefined;
            /** The signature that came with a thought; without effect elsewhere */
            thoughtSignature?: string | undefined;
            /** An image, in the request */
            inlineData?: {
              /** image/png, image/jpeg, image/webp or image/gif */
              mimeType: string;
              /** Base64 */
              data: string;
            } | undefined;
            /** An image, by its address */
            fileData?: {
              /** The type of the image */
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
          })[];
        } | undefined;
        /** Your functions; Google's own tools are refused */
        tools?: {
          /** Functions that the model may call */
          functionDeclarations?: {
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
          }[] | undefined;
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
        generationConfig?: {
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
        } | undefined;
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
        /** Only standard: there is one tier */
        serviceTier?: string | undefined;
      } | undefined;
    };
    reply: {
      totalTokens: number;
    };
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
    body: {
      /** Accepted without effect: the path names it */
      model?: string | undefined;
      /** The text to embed, as text parts */
      content: {
        /** Whose message it is; default: user */
        role?: 'user' | 'model' | 'function' | undefined;
        /** Text, images, calls and their answers */
        parts: ({
          /** The text of a text part */
          text?: string | undefined;
          /** Marks a thought of an earlier answer */
          thought?: boolean | undefined;
          /** The signature that came with a thought; without effect elsewhere */
          thoughtSignature?: string | undefined;
          /** An image, in the request */
          inlineData?: {
            /** image/png, image/jpeg, image/webp or image/gif */
            mimeType: string;
            /** Base64 */
            data: string;
          } | undefined;
          /** An image, by its address */
          fileData?: {
            /** The type of the image */
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
        })[];
      };
      /** Accepted without effect */
      taskType?: string | undefined;
      /** Accepted without effect */
      title?: string | undefined;
      /** Keeps the first values of the vector */
      outputDimensionality?: number | undefined;
    };
    reply: {
      embedding: {
        values: number[];
      };
      usageMetadata: {
        promptTokenCount: number;
      };
    };
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
    body: {
      /** Accepted without effect: the path names it */
      model?: string | undefined;
      /** The conversation so far, oldest first */
      contents: ({
        /** Whose message it is; default: user */
        role?: 'user' | 'model' | 'function' | undefined;
        /** Text, images, calls and their answers */
        parts: ({
          /** The text of a text part */
          text?: string | undefined;
          /** Marks a thought of an earlier answer */
          thought?: boolean | undefined;
          /** The signature that came with a thought; without effect elsewhere */
          thoughtSignature?: string | undefined;
          /** An image, in the request */
          inlineData?: {
            /** image/png, image/jpeg, image/webp or image/gif */
            mimeType: string;
            /** Base64 */
            data: string;
          } | undefined;
          /** An image, by its address */
          fileData?: {
            /** The type of the image */
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
        })[];
      })[];
      /** What the model should keep to */
      systemInstruction?: {
        /** Accepted without effect */
        role?: string | undefined;
        /** Text parts */
        parts: ({
          /** The text of a text part */
          text?: string | undefined;
          /** Marks a thought of an earlier answer */
          thought?: boolean | undefined;
          /** The signature that came with a thought; without effect elsewhere */
          thoughtSignature?: string | undefined;
          /** An image, in the request */
          inlineData?: {
            /** image/png, image/jpeg, image/webp or image/gif */
            mimeType: string;
            /** Base64 */
            data: string;
          } | undefined;
          /** An image, by its address */
          fileData?: {
            /** The type of the image */
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
        })[];
      } | undefined;
      /** Your functions; Google's own tools are refused */
      tools?: {
        /** Functions that the model may call */
        functionDeclarations?: {
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
        }[] | undefined;
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
      generationConfig?: {
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
      } | undefined;
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
      /** Only standard: there is one tier */
      serviceTier?: string | undefined;
    };
    reply: {
      candidates: {
        content: {
          role: 'model';
          parts: {
            /** The text of a text part */
            text?: string;
            /** Marks a thought of an earlier answer */
            thought?: boolean;
            /** The signature that came with a thought; without effect elsewhere */
            thoughtSignature?: string;
            /** An image, in the request */
            inlineData?: {
              /** image/png, image/jpeg, image/webp or image/gif */
              mimeType: string;
              /** Base64 */
              data: string;
            };
            /** An image, by its address */
            fileData?: {
              /** The type of the image */
              mimeType?: string;
              /** A file of this service, or an https URL */
              fileUri: string;
            };
            /** A call that the model made */
            functionCall?: {
              /** Names the call */
              id?: string;
              /** The function that was called */
              name: string;
              /** Its arguments */
              args?: Record<string, unknown>;
            };
            /** The answer to a call */
            functionResponse?: {
              /** The call; default: the first open one of this name */
              id?: string;
              /** The function that was called */
              name: string;
              /** What it returned */
              response: Record<string, unknown>;
            };
          }[];
        };
        index: number;
        finishReason?: 'STOP' | 'MAX_TOKENS' | 'SAFETY' | 'MALFORMED_FUNCTION_CALL' | 'FINISH_REASON_UNSPECIFIED';
      }[];
      usageMetadata?: {
        promptTokenCount: number;
        candidatesTokenCount: number;
        totalTokenCount: number;
        cachedContentTokenCount?: number;
        thoughtsTokenCount?: number;
      };
      modelVersion: string;
      responseId: string;
    };
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
    body: {
      /** Accepted without effect: the path names it */
      model?: string | undefined;
      /** The conversation so far, oldest first */
      contents: ({
        /** Whose message it is; default: user */
        role?: 'user' | 'model' | 'function' | undefined;
        /** Text, images, calls and their answers */
        parts: ({
          /** The text of a text part */
          text?: string | undefined;
          /** Marks a thought of an earlier answer */
          thought?: boolean | undefined;
          /** The signature that came with a thought; without effect elsewhere */
          thoughtSignature?: string | undefined;
          /** An image, in the request */
          inlineData?: {
            /** image/png, image/jpeg, image/webp or image/gif */
            mimeType: string;
            /** Base64 */
            data: string;
          } | undefined;
          /** An image, by its address */
          fileData?: {
            /** The type of the image */
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
        })[];
      })[];
      /** What the model should keep to */
      systemInstruction?: {
        /** Accepted without effect */
        role?: string | undefined;
        /** Text parts */
        parts: ({
          /** The text of a text part */
          text?: string | undefined;
          /** Marks a thought of an earlier answer */
          thought?: boolean | undefined;
          /** The signature that came with a thought; without effect elsewhere */
          thoughtSignature?: string | undefined;
          /** An image, in the request */
          inlineData?: {
            /** image/png, image/jpeg, image/webp or image/gif */
            mimeType: string;
            /** Base64 */
            data: string;
          } | undefined;
          /** An image, by its address */
          fileData?: {
            /** The type of the image */
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
        })[];
      } | undefined;
      /** Your functions; Google's own tools are refused */
      tools?: {
        /** Functions that the model may call */
        functionDeclarations?: {
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
        }[] | undefined;
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
      generationConfig?: {
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
      } | undefined;
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
      /** Only standard: there is one tier */
      serviceTier?: string | undefined;
    };
    reply: {
      candidates: {
        content: {
          role: 'model';
          parts: {
            /** The text of a text part */
            text?: string;
            /** Marks a thought of an earlier answer */
            thought?: boolean;
            /** The signature that came with a thought; without effect elsewhere */
            thoughtSignature?: string;
            /** An image, in the request */
            inlineData?: {
              /** image/png, image/jpeg, image/webp or image/gif */
              mimeType: string;
              /** Base64 */
              data: string;
            };
            /** An image, by its address */
            fileData?: {
              /** The type of the image */
              mimeType?: string;
              /** A file of this service, or an https URL */
              fileUri: string;
            };
            /** A call that the model made */
            functionCall?: {
              /** Names the call */
              id?: string;
              /** The function that was called */
              name: string;
              /** Its arguments */
              args?: Record<string, unknown>;
            };
            /** The answer to a call */
            functionResponse?: {
              /** The call; default: the first open one of this name */
              id?: string;
              /** The function that was called */
              name: string;
              /** What it returned */
              response: Record<string, unknown>;
            };
          }[];
        };
        index: number;
        finishReason?: 'STOP' | 'MAX_TOKENS' | 'SAFETY' | 'MALFORMED_FUNCTION_CALL' | 'FINISH_REASON_UNSPECIFIED';
      }[];
      usageMetadata?: {
        promptTokenCount: number;
        candidatesTokenCount: number;
        totalTokenCount: number;
        cachedContentTokenCount?: number;
        thoughtsTokenCount?: number;
      };
      modelVersion: string;
      responseId: string;
    };
  };
  /** The same for clients of version 2 of the Cohere API */
  'POST /v2/rerank': {
    params: undefined;
    query: undefined;
    body: {
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
      /** Whether each result repeats its document */
      return_documents?: boolean | undefined;
    };
    reply: {
      id: string;
      object: 'rerank';
      model: string;
      results: {
        /** The place of the document in the request */
        index: number;
        /** 0 to 1, best first */
        relevance_score: number;
        document?: {
          text: string;
        };
      }[];
      usage: {
        prompt_tokens: number;
        total_tokens: number;
        credits?: number;
      };
      meta: {
        tokens: {
          input_tokens: number;
        };
      };
    };
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
      status?: 'processing' | 'completed' | 'failed' | 'cancelled' | undefined;
    };
    body: undefined;
    reply: {
      object: 'list';
      data: ({
        id: string;
        object: 'video.job';
        status: 'processing' | 'completed' | 'failed' | 'cancelled';
        progress: number;
        /** storyboard, painting, speaking, rendering, encoding and others */
        stage: string;
        queue_position: number;
        estimated_time: number;
        created_at: string;
        started_at: string | null;
        completed_at: string | null;
        error: {
          code: string;
          message: string;
        } | null;
        type?: 'text-to-video' | 'image-to-video' | 'avatar';
        prompt?: string;
        model?: string;
        /** Seconds */
        duration?: number;
        resolution?: '720p' | '1080p' | '4k';
        fps?: number;
        seed?: number;
        format?: 'mp4' | 'webm';
        /** While the job runs: the latest frame, a small JPEG as a data URI */
        preview_url?: string;
        video_url?: string;
        thumbnail_url?: string;
        subtitles_url?: string | null;
        width?: number;
        height?: number;
        has_audio?: boolean;
        understood?: Record<string, unknown>;
        warnings?: string[];
        /** What it cost, once it has ended */
        usage?: {
          credits: number;
        };
      })[];
      has_more: boolean;
      next_cursor: string | null;
    };
  };
  /** Make a video from text or an image, or of a speaking avatar */
  'POST /video/generate': {
    params: undefined;
    query: undefined;
    body: {
      /** What the video shows; for an avatar also how it looks */
      prompt: string;
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
      style?: 'realistic' | 'artistic' | 'anime' | '3d' | undefined;
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
    reply: {
      id: string;
      object: 'video.job';
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      /** storyboard, painting, speaking, rendering, encoding and others */
      stage: string;
      queue_position: number;
      estimated_time: number;
      created_at: string;
      started_at: string | null;
      completed_at: string | null;
      error: {
        code: string;
        message: string;
      } | null;
      type?: 'text-to-video' | 'image-to-video' | 'avatar';
      prompt?: string;
      model?: string;
      /** Seconds */
      duration?: number;
      resolution?: '720p' | '1080p' | '4k';
      fps?: number;
      seed?: number;
      format?: 'mp4' | 'webm';
      /** While the job runs: the latest frame, a small JPEG as a data URI */
      preview_url?: string;
      video_url?: string;
      thumbnail_url?: string;
      subtitles_url?: string | null;
      width?: number;
      height?: number;
      has_audio?: boolean;
      understood?: Record<string, unknown>;
      warnings?: string[];
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Delete a video and all of its files */
  'DELETE /video/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'video.job';
      deleted: true;
    };
  };
  /** Get a video: its job and, once completed, its URLs */
  'GET /video/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'video.job';
      status: 'processing' | 'completed' | 'failed' | 'cancelled';
      progress: number;
      /** storyboard, painting, speaking, rendering, encoding and others */
      stage: string;
      queue_position: number;
      estimated_time: number;
      created_at: string;
      started_at: string | null;
      completed_at: string | null;
      error: {
        code: string;
        message: string;
      } | null;
      type?: 'text-to-video' | 'image-to-video' | 'avatar';
      prompt?: string;
      model?: string;
      /** Seconds */
      duration?: number;
      resolution?: '720p' | '1080p' | '4k';
      fps?: number;
      seed?: number;
      format?: 'mp4' | 'webm';
      /** While the job runs: the latest frame, a small JPEG as a data URI */
      preview_url?: string;
      video_url?: string;
      thumbnail_url?: string;
      subtitles_url?: string | null;
      width?: number;
      height?: number;
      has_audio?: boolean;
      understood?: Record<string, unknown>;
      warnings?: string[];
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
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
    reply: {
      object: 'list';
      data: ({
        id: string;
        object: 'video';
        model: string;
        status: 'queued' | 'in_progress' | 'completed' | 'failed';
        /** Per cent */
        progress: number;
        created_at: number;
        completed_at: number | null;
        expires_at: number | null;
        prompt: string | null;
        /** Width and height: as ordered, and once completed as made */
        size: string;
        /** The length: as ordered, and once completed as made */
        seconds: string;
        remixed_from_video_id: null;
        error: {
          code: string;
          message: string;
        } | null;
        /** What it cost, once it has ended */
        usage?: {
          credits: number;
        };
      })[];
      first_id: string | null;
      last_id: string | null;
      has_more: boolean;
    };
  };
  /** Make a video, in the shape of the OpenAI API */
  'POST /videos': {
    params: undefined;
    query: undefined;
    body: {
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
    reply: {
      id: string;
      object: 'video';
      model: string;
      status: 'queued' | 'in_progress' | 'completed' | 'failed';
      /** Per cent */
      progress: number;
      created_at: number;
      completed_at: number | null;
      expires_at: number | null;
      prompt: string | null;
      /** Width and height: as ordered, and once completed as made */
      size: string;
      /** The length: as ordered, and once completed as made */
      seconds: string;
      remixed_from_video_id: null;
      error: {
        code: string;
        message: string;
      } | null;
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Delete a video and its files, in the shape of the OpenAI API */
  'DELETE /videos/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'video.deleted';
      deleted: true;
    };
  };
  /** Get a video, in the shape of the OpenAI API */
  'GET /videos/{id}': {
    params: {
      /** Id of a video */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'video';
      model: string;
      status: 'queued' | 'in_progress' | 'completed' | 'failed';
      /** Per cent */
      progress: number;
      created_at: number;
      completed_at: number | null;
      expires_at: number | null;
      prompt: string | null;
      /** Width and height: as ordered, and once completed as made */
      size: string;
      /** The length: as ordered, and once completed as made */
      seconds: string;
      remixed_from_video_id: null;
      error: {
        code: string;
        message: string;
      } | null;
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
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
    body: {
      /** What changes */
      prompt: string;
    };
    reply: {
      id: string;
      object: 'video';
      model: string;
      status: 'queued' | 'in_progress' | 'completed' | 'failed';
      /** Per cent */
      progress: number;
      created_at: number;
      completed_at: number | null;
      expires_at: number | null;
      prompt: string | null;
      /** Width and height: as ordered, and once completed as made */
      size: string;
      /** The length: as ordered, and once completed as made */
      seconds: string;
      remixed_from_video_id: null;
      error: {
        code: string;
        message: string;
      } | null;
      /** What it cost, once it has ended */
      usage?: {
        credits: number;
      };
    };
  };
  /** Webhook endpoints */
  'GET /webhooks': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'webhook_endpoint';
        url: string;
        events: string[];
        description: string;
        scope: string;
        enabled: boolean;
        disabled_reason: string | null;
        previous_secret_valid_until: string | null;
        created_at: string;
        /** Only in the responses to creation and rotation */
        secret?: string;
      }[];
    };
  };
  /** Create an endpoint; the response contains its signing secret */
  'POST /webhooks': {
    params: undefined;
    query: undefined;
    body: {
      /** The URL that deliveries are posted to */
      url: string;
      /** Event types, or "*" for all */
      events?: ('*' | 'generation.started' | 'generation.completed' | 'generation.failed' | 'batch.completed' | 'batch.failed' | 'batch.expired' | 'batch.cancelled' | 'payment.succeeded' | 'payment.failed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'referral.rewarded' | 'referral.revoked' | 'user.created' | 'credits.depleted')[] | undefined;
      /** Your own words about this endpoint */
      description?: string | undefined;
      /** "service" receives the events of every account; for the operator only, with the scope operator:write */
      scope?: 'account' | 'service' | undefined;
    };
    reply: {
      id: string;
      object: 'webhook_endpoint';
      url: string;
      events: string[];
      description: string;
      scope: string;
      enabled: boolean;
      disabled_reason: string | null;
      previous_secret_valid_until: string | null;
      created_at: string;
      /** Only in the responses to creation and rotation */
      secret?: string;
    };
  };
  /** Stream the account's events: first {"type": "listening"}, then each event; Last-Event-ID resumes */
  'GET /webhooks/events': {
    params: undefined;
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      /** What happened */
      type: 'generation.started' | 'generation.completed' | 'generation.failed' | 'batch.completed' | 'batch.failed' | 'batch.expired' | 'batch.cancelled' | 'payment.succeeded' | 'payment.failed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'referral.rewarded' | 'referral.revoked' | 'user.created' | 'credits.depleted';
      created_at: string;
      data: Record<string, unknown>;
    };
  };
  /** Delete an endpoint with its deliveries */
  'DELETE /webhooks/{id}': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      deleted: true;
    };
  };
  /** One endpoint */
  'GET /webhooks/{id}': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      id: string;
      object: 'webhook_endpoint';
      url: string;
      events: string[];
      description: string;
      scope: string;
      enabled: boolean;
      disabled_reason: string | null;
      previous_secret_valid_until: string | null;
      created_at: string;
      /** Only in the responses to creation and rotation */
      secret?: string;
    };
  };
  /** Change, disable or enable an endpoint */
  'PATCH /webhooks/{id}': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: {
      /** The URL that deliveries are posted to */
      url?: string | undefined;
      /** Event types, or "*" for all */
      events?: ('*' | 'generation.started' | 'generation.completed' | 'generation.failed' | 'batch.completed' | 'batch.failed' | 'batch.expired' | 'batch.cancelled' | 'payment.succeeded' | 'payment.failed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'referral.rewarded' | 'referral.revoked' | 'user.created' | 'credits.depleted')[] | undefined;
      /** Your own words about this endpoint */
      description?: string | undefined;
      /** false: nothing is delivered to it */
      enabled?: boolean | undefined;
    };
    reply: {
      id: string;
      object: 'webhook_endpoint';
      url: string;
      events: string[];
      description: string;
      scope: string;
      enabled: boolean;
      disabled_reason: string | null;
      previous_secret_valid_until: string | null;
      created_at: string;
      /** Only in the responses to creation and rotation */
      secret?: string;
    };
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
    reply: {
      object: 'list';
      data: {
        id: string;
        object: 'webhook_delivery';
        event_id: string;
        event_type: string;
        status: string;
        attempts: number;
        next_attempt_at: string | null;
        response_status: number | null;
        replay_of: string | null;
        created_at: string;
        completed_at: string | null;
        request_body: string;
        log: {
          attempt: number;
          at: string;
          duration_ms: number;
          status: number | null;
          problem: string | null;
          request_headers: Record<string, string>;
          response_excerpt: string | null;
        }[];
      }[];
      has_more: boolean;
      next_cursor: string | null;
    };
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
    reply: {
      id: string;
      object: 'webhook_delivery';
      event_id: string;
      event_type: string;
      status: string;
      attempts: number;
      next_attempt_at: string | null;
      response_status: number | null;
      replay_of: string | null;
      created_at: string;
      completed_at: string | null;
      request_body: string;
      log: {
        attempt: number;
        at: string;
        duration_ms: number;
        status: number | null;
        problem: string | null;
        request_headers: Record<string, string>;
        response_excerpt: string | null;
      }[];
    };
  };
  /** Rotate the signing secret; the old one also signs for a while */
  'POST /webhooks/{id}/rotate-secret': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: {
      /** How long the old secret also signs; default: one day */
      overlap_seconds?: number | undefined;
    };
    reply: {
      id: string;
      object: 'webhook_endpoint';
      url: string;
      events: string[];
      description: string;
      scope: string;
      enabled: boolean;
      disabled_reason: string | null;
      previous_secret_valid_until: string | null;
      created_at: string;
      /** Only in the responses to creation and rotation */
      secret?: string;
    };
  };
  /** Get the signing secret; for users of the dashboard only */
  'GET /webhooks/{id}/secret': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: undefined;
    reply: {
      object: 'webhook_secret';
      secret: string;
    };
  };
  /** Send a test event to this endpoint */
  'POST /webhooks/{id}/test': {
    params: {
      /** Id of an endpoint */
      id: string;
    };
    query: undefined;
    body: {
      /** What happened */
      type?: 'generation.started' | 'generation.completed' | 'generation.failed' | 'batch.completed' | 'batch.failed' | 'batch.expired' | 'batch.cancelled' | 'payment.succeeded' | 'payment.failed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'referral.rewarded' | 'referral.revoked' | 'user.created' | 'credits.depleted' | undefined;
    };
    reply: {
      id: string;
      object: 'webhook_delivery';
      event_id: string;
      event_type: string;
      status: string;
      attempts: number;
      next_attempt_at: string | null;
      response_status: number | null;
      replay_of: string | null;
      created_at: string;
      completed_at: string | null;
      request_body: string;
      log: {
        attempt: number;
        at: string;
        duration_ms: number;
        status: number | null;
        problem: string | null;
        request_headers: Record<string, string>;
        response_excerpt: string | null;
      }[];
    };
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
  'POST /messages/count_tokens',
  'POST /operator/codes',
  'POST /operator/invites',
  'POST /responses/{id}/cancel',
  'POST /v1beta/models/{model}:countTokens',
  'POST /webhooks',
  'POST /webhooks/{id}/rotate-secret',
];
