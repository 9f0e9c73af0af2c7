import { Button, Descriptions, Empty, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import type { TemplateDesignNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { DetailBlock } from '../detail/DetailBlock.tsx';
import { PageNavigationContext, usePageNavigation, type PageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { newId } from '../shared/newId.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { findTemplate, createTemplate as newTemplateRecord, TEMPLATE_FORM } from './templates.ts';

/** Names of the kinds of templates, by the number in `kind`. */
const KIND_LABELS: Readonly<Record<string, string>> = { 1: '报告模板', 2: '原始记录模板', 4: '委托单模板' };

/**
 * FE-005…008: editor of one template. A template is a record of the form 报告模板, so saving, permissions, versions and
 * drafts work as for every record. Query: `id`, the value of its field `templateId` (not the id of the record);
 * `formKey`, the form for whose records the template is; `fileName` and `mode`, values of a new template.
 */
export function TemplateDesignBlock({ node }: BlockProps<TemplateDesignNode>) {
  const services = useServices();
  const outerNavigation = usePageNavigation();
  const { message } = useFeedback();
  const { id = '', formKey = '', fileName = '', mode = '' } = outerNavigation.query;
  const [isBusy, setBusy] = useState(false);
  const { load, reload } = useLoad(() => findTemplate(services, id, node.kind), [services, id, node.kind]);
  const recordId = load.value?.id ?? null;
  const [recordQuery, setRecordQuery] = useState<Record<string, string>>({ isEdit: '1' });
  const navigation = useMemo<PageNavigation>(
    () => ({
      ...outerNavigation,
      query: { ...recordQuery, formKey: TEMPLATE_FORM, ...(recordId ? { id: recordId } : {}) },
      setQuery: ({ isEdit = '0' }) => setRecordQuery({ isEdit }),
    }),
    [outerNavigation, recordQuery, recordId],
  );
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      await services.records.save(
        TEMPLATE_FORM,
        newTemplateRecord({ id, kind: node.kind, formKey, fileName, mode }),
        newId(),
      );
      reload();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading' && !load.value) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (recordId)
    return (
      <PageNavigationContext value={navigation}>
        <DetailBlock key={recordId} node={{ tag: 'detail', formKey: TEMPLATE_FORM }} path={[]} />
      </PageNavigationContext>
    );
  return (
    <div className="sc-panel" data-template-design={node.kind}>
      <div className="sc-toolbar">
        <h2 className="sc-title">{node.title ?? `${KIND_LABELS[node.kind]}设计`}</h2>
      </div>
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          ['模板编号', id],
          ['模板名称', fileName],
          ['表单键', formKey],
          ['方式', mode],
        ].map(([label, value]) => ({ key: label, label, children: value || '—' }))}
      />
      {id === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="地址中缺少模板编号" />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`还没有此${KIND_LABELS[node.kind]}`}>
          <Button type="primary" loading={isBusy} data-action="create-template" onClick={() => void create()}>
            建立模板
          </Button>
        </Empty>
      )}
    </div>
  );
}
