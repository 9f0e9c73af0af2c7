import type {
  MessageDialog,
  MessagePmsRoute,
  MessageTemplateId,
  MessageTemplateInfo,
} from '../../grammar/documents.ts';
import { documents, type Validator } from '../../grammar/validators.js';

/** WM-002, WM-007…009: the dialogs that a message shows, by its kind. */
export const DIALOG_KINDS = ['reportModificationInfoDialog', 'editReportDataDialog', 'editSampleDataDialog'] as const;
export type DialogKind = (typeof DIALOG_KINDS)[number];

export type WindowMessage =
  | { kind: 'templateInfo'; body: MessageTemplateInfo }
  | { kind: 'templateId'; body: MessageTemplateId }
  | { kind: 'pmsRoute'; body: MessagePmsRoute }
  | { kind: DialogKind; body: MessageDialog };

/** `reason` null: the text is none of ours (tools and libraries post messages, too) and nothing is said of it. */
export type ReadMessage = { ok: true; message: WindowMessage } | { ok: false; reason: string | null };

/** Characters; a template with pictures may be large. */
const MAX_TEXT = 4_000_000;
const nothing: ReadMessage = { ok: false, reason: null };

const VALIDATORS: Readonly<Record<WindowMessage['kind'], Validator | undefined>> = {
  templateInfo: documents['message-template-info'],
  templateId: documents['message-template-id'],
  pmsRoute: documents['message-pms-route'],
  reportModificationInfoDialog: documents['message-dialog'],
  editReportDataDialog: documents['message-dialog'],
  editSampleDataDialog: documents['message-dialog'],
};

/** OD-044: the Chinese kind is 模板id; case and blanks do not matter. */
function kindOf(text: unknown): WindowMessage['kind'] | null {
  if (typeof text !== 'string') return null;
  if (text.replace(/\s/g, '').toLowerCase() === '模板id') return 'templateId';
  return text !== 'templateId' && Object.hasOwn(VALIDATORS, text) ? (text as WindowMessage['kind']) : null;
}

function parsed(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string' || data.length > MAX_TEXT) return null;
  try {
    const value = JSON.parse(data) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** WM-001, WM-002: JSON text with its kind in `message` or `type`, of the shape that its kind has. Never throws. */
export function readMessage(data: unknown): ReadMessage {
  const body = parsed(data);
  if (!body) return nothing;
  const kind = kindOf(body.message) ?? kindOf(body.type);
  if (!kind) return nothing;
  const validate = VALIDATORS[kind] as Validator;
  if (validate(body)) return { ok: true, message: { kind, body } as unknown as WindowMessage };
  const [fault] = validate.errors ?? [];
  return { ok: false, reason: `${kind}${fault?.instancePath ?? ''}: ${fault?.message ?? 'does not fit its schema'}` };
}
