/** Schemas of a forced answer, and changes of bodies and headers. */
export const answerSchemas = {
  answer: {
    type: 'object',
    description:
      "An answer instead of the operation's own. It needs no valid key and no valid body. Only status: the operation's first documented example for it.",
    additionalProperties: false,
    required: ['status'],
    properties: {
      status: {
        type: 'integer',
        minimum: 200,
        maximum: 599,
        description:
          'A status that the operations document, or one of 408, 422, 500, 502, 503 and 504, which proxies and frameworks send; any other needs breaksContract.',
        examples: [400, 401, 403, 404, 429, 500],
      },
      example: { type: 'string', description: "The document's named example to answer with." },
      message: { type: 'string', description: "The summary of an error, in the document's own error shape." },
      errors: {
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
        description: 'The problems of an error, one text each; by default the message.',
      },
      headers: { $ref: '#/$defs/headerValues' },
      body: { description: 'The JSON body itself, instead of example, message and errors.' },
      text: {
        type: 'string',
        description: 'The body as it goes over the wire, for answers that are not JSON.',
      },
      base64: {
        type: 'string',
        pattern: '^[A-Za-z0-9+/]*={0,2}$',
        'x-expected': 'base64',
        description: 'The bytes of the body in base64, for answers that are no text.',
      },
      contentType: {
        type: 'string',
        pattern: '^[\\w.+-]+/[\\w.+-]+(\\s*;\\s*[\\w-]+=[\\w.-]+)*$',
        'x-expected': 'a media type such as text/html',
        description: 'The Content-Type of body, text or base64; application/json and text/plain by default.',
      },
    },
    dependentRequired: { text: ['contentType'], base64: ['contentType'] },
  },
  patch: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    description:
      'Changes of the JSON body, in order: of this answer, or without one of every real answer with a status of 2xx. Places that the body does not have are left alone.',
    items: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'One of set, remove, append, repeat, limit, convert, rename with what it needs.',
      properties: {
        set: { $ref: '#/$defs/pointer', description: 'Gives the place this value.' },
        remove: { $ref: '#/$defs/pointer', description: 'Removes the field or element.' },
        append: { $ref: '#/$defs/pointer', description: 'Adds value at the end of the array.' },
        repeat: {
          $ref: '#/$defs/pointer',
          description:
            'Repeats the elements of the array until it has length of them; an empty one stays empty.',
        },
        limit: { $ref: '#/$defs/pointer', description: 'Keeps the first length elements of the array.' },
        convert: { $ref: '#/$defs/pointer', description: 'Gives the value another type: 5 becomes "5".' },
        rename: { $ref: '#/$defs/pointer', description: 'Gives the field another name.' },
        value: { description: 'For set and append: any JSON value.' },
        length: { type: 'integer', minimum: 0, maximum: 10000, description: 'For repeat and limit.' },
        unique: {
          type: 'array',
          minItems: 1,
          items: { type: 'string' },
          description: 'For repeat: fields that must differ in every copy, such as [id].',
        },
        type: { enum: ['string', 'number', 'boolean'], description: 'For convert.' },
        name: { type: 'string', minLength: 1, description: 'For rename.' },
      },
      dependentRequired: {
        set: ['value'],
        append: ['value'],
        repeat: ['length'],
        limit: ['length'],
        convert: ['type'],
        rename: ['name'],
      },
    },
  },
  headers: {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    description: 'Changes of the response headers, of forced and of real answers.',
    properties: {
      set: { $ref: '#/$defs/headerValues' },
      remove: {
        type: 'array',
        minItems: 1,
        items: { $ref: '#/$defs/headerName' },
        description: 'Headers that the answer must not have.',
      },
    },
  },
  headerValues: {
    type: 'object',
    minProperties: 1,
    description: 'Response headers by name; values are text: Retry-After: "2".',
    propertyNames: { $ref: '#/$defs/headerName' },
    additionalProperties: {
      type: 'string',
      pattern: '^[\\t\\x20-\\x7e]*$',
      'x-expected': 'text in printable ASCII, in quotes where it looks like a number',
    },
  },
} as const;
