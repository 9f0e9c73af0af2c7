import { Skeleton } from 'antd';
import { useState } from 'react';
import type { LabelPrintNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { Label } from './Label.tsx';
import { LabelChooser } from './LabelChooser.tsx';
import { LabelSettingsBar } from './LabelSettingsBar.tsx';
import { storeSettings, pageRule, readSettings, sizesOf, type LabelSettings } from './settings.ts';
import './labels.css';

/** Maximum number of records whose labels are printed at once. */
const MAX_RECORDS = 100;

/**
 * Block that prints labels of records at real size (TC-006, TC-007). The user selects records, label size, paper and
 * number of copies.
 */
export function LabelPrintBlock({ node }: BlockProps<LabelPrintNode>) {
  const navigation = usePageNavigation();
  const ids = [...new Set((navigation.query.id ?? '').split(',').filter(Boolean))];
  if (ids.length === 0)
    return (
      <LabelChooser
        node={node}
        maxRecords={MAX_RECORDS}
        onDone={(chosen) => navigation.setQuery({ id: chosen.join(',') })}
      />
    );
  return <Labels node={node} ids={ids} onChoose={() => navigation.setQuery({})} />;
}

/** The labels of these records, with the print settings. `onChoose`: returns to the selection of records. */
function Labels({ node, ids, onChoose }: { node: LabelPrintNode; ids: readonly string[]; onChoose(): void }) {
  const services = useServices();
  const registry = useRegistry();
  const [settings, setSettings] = useState(() => readSettings(node, localStorage));
  const change = (next: LabelSettings): void => {
    setSettings(next);
    storeSettings(node, next, localStorage);
  };
  const { load, reload } = useLoad(async () => {
    if (ids.length > MAX_RECORDS) throw new ServiceError('REQUEST_INVALID', `一次最多打印 ${MAX_RECORDS} 条记录的标签`);
    const [compiled, records] = await Promise.all([
      loadForm({ services, vocabulary: registry, formKey: node.formKey }),
      Promise.all(ids.map((id) => services.records.get(node.formKey, id))),
    ]);
    return { compiled, records };
  }, [services, registry, node.formKey, ids.join(',')]);
  if (load.state === 'error') return <Failure title="标签没有打开" error={load.error} onRetry={reload} />;
  if (load.value === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const { compiled, records } = load.value;
  return (
    <section className="lb" aria-label={node.title ?? compiled.definition.formName}>
      <LabelSettingsBar
        settings={settings}
        sizes={sizesOf(node)}
        recordCount={records.length}
        onChange={change}
        onChooseRecords={onChoose}
      />
      <style>{pageRule(settings)}</style>
      <div className={`lb-labels lb-${settings.paper}`}>
        {records.flatMap((record) =>
          Array.from({ length: settings.copies }, (_none, copy) => (
            <Label key={`${record.id} ${copy}`} node={node} compiled={compiled} record={record} size={settings} />
          )),
        )}
      </div>
    </section>
  );
}
