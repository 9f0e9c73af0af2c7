import type { FormRecord } from '../../grammar/documents.ts';
import type { Services } from '../../runtime/services/services.ts';

/** Key of the form whose records are the templates. */
export const TEMPLATE_FORM = 'reportTemplate';

/**
 * What the template editor knows of a template that is not stored yet. `id`: the value of the field `templateId`, which
 * is not the id of the record. `kind`: the value of the field `templateKind`, a number as text. `formKey`: the form for
 * whose records the template is.
 */
export interface TemplateParams {
  id: string;
  kind?: string;
  formKey: string;
  fileName: string;
  mode: string;
}

/**
 * Returns the newest record whose field `templateId` is `id` (and whose `templateKind` is `kind`, if given); null if
 * none exists that the user may read.
 */
export async function findTemplate(services: Services, id: string, kind?: string): Promise<FormRecord | null> {
  if (id === '') return null;
  const conditions = [
    { field: 'templateId', op: 'eq' as const, value: id },
    ...(kind ? [{ field: 'templateKind', op: 'eq' as const, value: kind }] : []),
  ];
  const { list } = await services.records.list(
    TEMPLATE_FORM,
    { page: { pageNum: 1, pageSize: 1 }, conditions, sort: { field: 'createTime', order: 'desc' } },
    true,
  );
  const recordId = list[0]?.id;
  return recordId ? services.records.get(TEMPLATE_FORM, recordId) : null;
}

/** Returns the record of a new template, not stored yet, with initial sections: heading, all fields, signatures. */
export function createTemplate({ id, kind = '1', formKey, fileName, mode }: TemplateParams): FormRecord {
  const sections = [
    ['heading', '基本信息'],
    ['fields', ''],
    ['sign', '检测：　　　　　　审核：　　　　　　批准：'],
  ];
  return {
    formKey: TEMPLATE_FORM,
    fieldsMap: {
      templateName: fileName || '未命名模板',
      templateKind: kind,
      targetFormKey: formKey,
      templateId: id,
      mode,
    },
    childTables: {
      sections: sections.map(([sectionKind, text], index) => ({
        id: `s${index + 1}`,
        fieldsMap: { kind: sectionKind, text },
      })),
    },
  };
}
