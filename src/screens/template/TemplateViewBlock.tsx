import { Button, Descriptions, Empty, Skeleton } from 'antd';
import { useMemo } from 'react';
import type { TemplateViewNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useTemplateInfo } from '../../session/templateInfo.ts';
import { parseSections } from '../../widgets/templatePreview/sections.ts';
import { TemplatePaper } from '../../widgets/templatePreview/TemplatePaper.tsx';
import { useTargetForm } from '../../widgets/templatePreview/useTargetForm.ts';
import { detailAddress, usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { readTemplateInfo } from './readTemplateInfo.ts';
import { SafeHtml } from './SafeHtml.tsx';
import { findTemplate, TEMPLATE_FORM } from './templates.ts';
import '../screens.css';

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * FE-004: shows the template of the last template message (`useTemplateInfo`). A template designed in this product (a
 * record whose field `templateId` is `tid`) is rendered from this record. Otherwise the content of the message is
 * shown: sections, sanitised HTML, or values by name. The address parameter `id` is the id of a record of the
 * template's target form; the values of that record fill the template.
 */
export function TemplateViewBlock({ node }: BlockProps<TemplateViewNode>) {
  const services = useServices();
  const navigation = usePageNavigation();
  const { templateInfo, tid } = useTemplateInfo();
  const info = useMemo(() => readTemplateInfo(templateInfo ?? ''), [templateInfo]);
  const { load, reload } = useLoad(() => findTemplate(services, tid ?? ''), [services, tid]);
  const template = load.value ?? null;
  const formKey = template ? toText(template.fieldsMap['targetFormKey']) : info.formKey;
  const recordId = navigation.query['id'] ?? '';
  const { load: recordLoad } = useLoad(
    () => (recordId && formKey ? services.records.get(formKey, recordId) : Promise.resolve(null)),
    [services, formKey, recordId],
  );
  const { form } = useTargetForm(formKey);
  const name = template ? toText(template.fieldsMap['templateName']) : info.name;
  const sections = template ? parseSections(template.childTables['sections']) : info.sections;

  if (templateInfo === null && tid === null)
    return (
      <div className="sc-panel">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有收到模板信息" />
      </div>
    );
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading' && !template) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="sc-panel" data-template={tid ?? ''}>
      <div className="sc-toolbar">
        <h2 className="sc-title">{name || node.title || '报告模板'}</h2>
        {template?.id && (
          <Button
            data-action="design-template"
            onClick={() =>
              navigation.go(detailAddress({ formKey: TEMPLATE_FORM, id: template.id as string, isEdit: '1' }))
            }
          >
            编辑模板
          </Button>
        )}
      </div>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={[
          ['模板编号', tid],
          ['表单', form?.definition.formName ?? formKey],
        ].map(([label, value]) => ({ key: String(label), label, children: value || '—' }))}
      />
      {recordLoad.state === 'error' ? <Failure error={recordLoad.error} /> : null}
      {sections.length > 0 ? (
        <TemplatePaper name={name} sections={sections} form={form} record={recordLoad.value ?? null} />
      ) : null}
      {sections.length === 0 && info.html !== null ? <SafeHtml html={info.html} label={name || '模板内容'} /> : null}
      {!template && info.otherProperties.length > 0 ? (
        <Descriptions
          bordered
          size="small"
          column={1}
          items={info.otherProperties.map(([key, value]) => ({ key, label: key, children: value }))}
        />
      ) : null}
      {sections.length === 0 && info.html === null && info.otherProperties.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="此模板没有版面内容" />
      ) : null}
    </div>
  );
}
