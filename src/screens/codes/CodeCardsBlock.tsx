import { Button, Skeleton } from 'antd';
import type { CodeCardsNode } from '../../grammar/nodes.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { companionKey } from '../../domain/companionKey.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { QrCode } from '../../runtime/host/QrCode.tsx';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { codeAddress } from './codeAddress.ts';
import { Failure } from '../shared/Failure.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { ValueView } from '../shared/ValueView.tsx';
import './codes.css';

/** Maximum number of cards on one page. */
const MAX_CARDS = 100;

/**
 * Cards for printing, one for each record of the address (FR-008, FR-009, FR-023): a QR code with the address of the
 * record's page, and some fields of the record.
 */
export function CodeCardsBlock({ node }: BlockProps<CodeCardsNode>) {
  const services = useServices();
  const registry = useRegistry();
  const { query } = usePageNavigation();
  const ids = [...new Set((query.id ?? '').split(',').filter(Boolean))];
  const { load, reload } = useLoad(async () => {
    if (ids.length === 0) throw new ServiceError('404', '地址中缺少记录编号');
    if (ids.length > MAX_CARDS) throw new ServiceError('REQUEST_INVALID', `一次最多打印 ${MAX_CARDS} 张`);
    const [compiled, records] = await Promise.all([
      loadForm({ services, vocabulary: registry, formKey: node.formKey }),
      Promise.all(ids.map((id) => services.records.get(node.formKey, id))),
    ]);
    return { compiled, records };
  }, [services, registry, node.formKey, query.id]);
  if (load.state === 'error') return <Failure title="二维码没有打开" error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 6 }} />;
  const { compiled, records } = load.value;
  return (
    <section className="cc" aria-label={node.title ?? compiled.definition.formName}>
      <div className="cc-bar">
        <Button type="primary" data-action="print" onClick={() => window.print()}>
          打印
        </Button>
      </div>
      <div className="cc-cards">
        {records.map((record) => (
          <Card key={record.id} node={node} compiled={compiled} record={record} />
        ))}
      </div>
    </section>
  );
}

function Card({ node, compiled, record }: { node: CodeCardsNode; compiled: CompiledForm; record: FormRecord }) {
  const id = record.id ?? '';
  const fields = node.fields.flatMap((key) => compiled.fields.get(key) ?? []);
  return (
    <article className="cc-card" data-code-card={id}>
      <h2>{node.title ?? compiled.definition.formName}</h2>
      <QrCode
        className="cc-code"
        text={codeAddress(node.target, id)}
        label={`${record.title ?? node.title ?? ''}的二维码`}
      />
      <dl>
        {fields.map((field) => (
          <div key={field.key}>
            <dt>{field.node.label}</dt>
            <dd>
              <ValueView
                node={field.node}
                value={record.fieldsMap[field.key]}
                label={record.fieldsMap[companionKey(field.key)]}
              />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
