import { listBodyWith } from '../http/schemas.ts';

const id = { type: 'string', minLength: 1, maxLength: 64 } as const;
const ids = { type: 'array', maxItems: 500, items: id } as const;
const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

/** A filter for '0' or '1'; a blank value does not filter. */
const flag = { enum: ['0', '1', '', null] } as const;

export const mailBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text(64),
    subject: text(200),
    content: text(100_000),
    emailType: text(20),
    toIds: { ...ids, nullable: true },
    ccIds: { ...ids, nullable: true },
    fileIds: { type: 'array', maxItems: 50, items: id, nullable: true },
    sourceId: text(64),
  },
} as const;

/** One draft or several drafts. */
export const draftsBody = {
  anyOf: [{ ...mailBody }, { type: 'array', minItems: 1, maxItems: 50, items: mailBody }],
} as const;

export const mailQuery = listBodyWith({ readStatus: flag, emailType: text(20), subject: text(200), status: flag });

export const byId = { type: 'object', required: ['id'], properties: { id } } as const;

/** `delStatus`: the folder to which mails are moved (`MailFolder`). */
const changeProperties = { readStatus: { enum: ['0', '1'] }, delStatus: { enum: ['0', '1', '2'] } } as const;
/** A change must contain at least one of these keys. */
const anyChange = { anyOf: [{ required: ['readStatus'] }, { required: ['delStatus'] }] } as const;
export const changeMailBody = {
  type: 'object',
  required: ['id'],
  ...anyChange,
  properties: { id, ...changeProperties },
} as const;
export const changeMailsBody = {
  type: 'object',
  required: ['ids'],
  ...anyChange,
  properties: { ids, ...changeProperties },
} as const;
/** `from`: the folder in which the person saw the mail (see `deleteMails`). */
export const deleteMailQuery = {
  type: 'object',
  required: ['id'],
  properties: { id, from: { enum: ['0', '1'] } },
} as const;
export const deleteMailsBody = {
  type: 'object',
  required: ['ids'],
  properties: { ids, from: { enum: ['0', '1'] } },
} as const;
