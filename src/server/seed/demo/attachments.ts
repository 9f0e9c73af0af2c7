import { createHash } from 'node:crypto';
import { nameOf } from './people.ts';
import type { DemoFile, Draft } from './types.ts';

type Values = Record<string, unknown>;
/**
 * Returns the attachment of a record: the values that contain the file (of the record or a row), the key of the file
 * field, the file name, and the lines of text.
 */
type AttachmentOf = (draft: Draft) => {
  values: Values | undefined;
  key: string;
  name: string;
  lines: readonly string[];
};

const text = (value: unknown): string => String(value ?? '');

const ATTACHMENTS: Readonly<Record<string, AttachmentOf>> = {
  businessSealApply: ({ fields, tables }) => {
    const row = tables.sealFiles?.[0];
    return {
      values: row,
      key: 'attachment',
      name: `${text(row?.fileName)}.pdf`,
      lines: [
        `用印事项：${text(fields.sealTitle)}`,
        `报送单位：${text(fields.receiver)}`,
        `工程名称：${text(fields.projectName)}`,
      ],
    };
  },
  earnestMoney: ({ fields }) => ({
    values: fields,
    key: 'bidFiles',
    name: `${text(fields.bidNo)}招标文件（保证金条款）.pdf`,
    lines: [
      `项目名称：${text(fields.bidProjectName)}`,
      `招标人：${text(fields.tenderer)}`,
      `投标保证金：人民币 ${text(fields.amount)} 元`,
      `到账截止：${text(fields.payDeadline).slice(0, 16)}`,
    ],
  }),
  scrapDevice: ({ fields, tables }) => ({
    values: fields,
    key: 'evidence',
    name: '设备技术状况说明.pdf',
    lines: [
      ...(tables.devices ?? []).map((row) => `${text(row.deviceNo)}  ${text(row.deviceName)}  ${text(row.model)}`),
      text(fields.scrapNote),
    ],
  }),
  testEntrustRegistration: ({ fields, tables }) => ({
    values: fields,
    key: 'entrustFile',
    name: `检测委托单${text(fields.entrustNo)}.pdf`,
    lines: [
      `委托单位：${text(fields.entrustUnit)}`,
      `工程名称：${text(fields.projectName)}`,
      ...(tables.samples ?? []).map((row) => `${text(row.sampleNo)}  ${text(row.sampleName)}  ${text(row.spec)}`),
    ],
  }),
  contractSeal: ({ fields }) => ({
    values: fields,
    key: 'files',
    name: `${text(fields.contractName)}.pdf`,
    lines: [`对方单位：${text(fields.counterparty)}`, `合同金额：人民币 ${text(fields.contractAmount)} 元`],
  }),
  expenseReimbursement: ({ tables }) => {
    const row = tables.expenseItems?.find(({ invoiceNo }) => invoiceNo !== undefined);
    return {
      values: row,
      key: 'invoiceFile',
      name: `发票${text(row?.invoiceNo)}.pdf`,
      lines: [
        `发票号码：${text(row?.invoiceNo)}`,
        `项目：${text(row?.content)}`,
        `数量：${text(row?.quantity)}    单价：${text(row?.price)}`,
      ],
    };
  },
};

/** Forms with a required file. Each of their records has an attachment. */
const FORMS_WITH_REQUIRED_FILE: ReadonlySet<string> = new Set(['contractSeal']);

/** Returns whether a record has an attachment. In forms without a required file, every third record has one. */
export const hasAttachment = (formKey: string, index: number): boolean =>
  FORMS_WITH_REQUIRED_FILE.has(formKey) || index % 3 === 1;

/**
 * Adds one attachment to a record under construction. Returns the files to store; empty if the form has no
 * attachments.
 */
export function attach(formKey: string, recordId: string, draft: Draft): DemoFile[] {
  const { values, key, name, lines } = ATTACHMENTS[formKey]?.(draft) ?? {};
  if (!values || !key || !name) return [];
  const id = createHash('sha256').update(recordId).digest('hex').slice(0, 32);
  values[key] = id;
  return [
    {
      id,
      fileName: name,
      uploaderId: draft.applicant.id,
      title: name.replace(/\.pdf$/, ''),
      lines: [...(lines ?? []), `经办人：${nameOf(draft.applicant.id)}`],
    },
  ];
}
