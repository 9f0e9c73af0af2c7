import type {
  MessageDialog,
  MessagePmsRoute,
  MessageTemplateId,
  MessageTemplateInfo,
} from '../../grammar/documents.ts';
import { documents, type Validator } from '../../grammar/validators.js';

/** WM-002, WM-007…009: the message kinds that open a dialog. */
export const DIALOG_KINDS = ['reportModificationInfoDialog', 'editReportDataDialog', 'editSampleDataDialog'] as const;
export type DialogKind = (typeof DIALOG_KINDS)[number];

export type WindowMessage =
  | { kind: 'templateInfo'; body: MessageTemplateInfo }
  | { kind: 'templateId'; body: MessageTemplateId }
  | { kind: 'pmsRoute'; body: MessagePmsRoute }
  | { kind: DialogKind; body: MessageDialog };

/** `reason` null: the message is for another program in this window, such as a library, and is ignored. */
export type ReadMessageResult = { ok: true; message: WindowMessage } | { ok: false; reason: string | null };

/** Maximum length of a message, in characters; a template with pictures may be large. */
const MAX_LENGTH = 4_000_000;
const IGNORED: ReadMessageResult = { ok: false, reason: null };

const VALIDATORS: Readonly<Record<WindowMessage['kind'], Validator | undefined>> = {
  templateInfo: documents['message-template-info'],
  templateId: documents['message-template-id'],
  pmsRoute: documents['message-pms-route'],
  reportModificationInfoDialog: documents['message-dialog'],
  editReportDataDialog: documents['message-dialog'],
  editSampleDataDialog: documents['message-dialog'],
};

/** Returns the message kind of a text; null if unknown. OD-044: 模板id is accepted in any case and with blanks. */
function kindOf(text: unknown): WindowMessage['kind'] | null {
  if (typeof text !== 'string') return null;
  if (text.replace(/\s/g, '').toLowerCase() === '模板id') return 'templateId';
  // the kind templateId has another name in messages: 模板id
  return text !== 'templateId' && Object.hasOwn(VALIDATORS, text) ? (text as WindowMessage['kind']) : null;
}

function parseObject(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string' || data.length > MAX_LENGTH) return null;
  try {
    const value = JSON.parse(data) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * WM-001, WM-002: parses a message (JSON text whose `message` or `type` names its kind) and validates it by the schema
 * of this kind. Never throws.
 */
export function readMessage(data: unknown): ReadMessageResult {
  const body = parseObject(data);
  if (!body) return IGNORED;
  const kind = kindOf(body.message) ?? kindOf(body.type);
  if (!kind) return IGNORED;
  const validate = VALIDATORS[kind] as Validator;
  if (validate(body)) return { ok: true, message: { kind, body } as unknown as WindowMessage };
  const [firstError] = validate.errors ?? [];
  return {
    ok: false,
    reason: `${kind}${firstError?.instancePath ?? ''}: ${firstError?.message ?? 'does not fit its schema'}`,
  };
}
