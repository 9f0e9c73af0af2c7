import { useMemo } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { RecordPageContext } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import { NodeList } from '../../runtime/node/NodeView.tsx';
import './related.css';

interface Props {
  record: FormRecord;
  compiled: CompiledForm;
  nodes: readonly AnyNode[];
  path: Path;
}

/** The blocks of a record's page: figures, related records, each about this record. */
export function RecordPage({ record, compiled, nodes, path }: Props) {
  const page = useMemo(
    () => ({
      formKey: compiled.definition.formKey,
      formName: compiled.definition.formName,
      record,
      fieldNode: (key: string) => compiled.fields.get(key)?.node,
    }),
    [record, compiled],
  );
  return (
    <RecordPageContext value={page}>
      <div className="sc-record-page">
        <NodeList nodes={nodes} path={childrenPath(path, 'children')} />
      </div>
    </RecordPageContext>
  );
}
