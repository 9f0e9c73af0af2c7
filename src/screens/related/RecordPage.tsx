import { useMemo, type ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { RecordPageContext } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import { NodeList } from '../../runtime/node/NodeView.tsx';
import './related.css';

interface AboutProps {
  record: FormRecord;
  compiled: CompiledForm;
  children: ReactNode;
}

/** What stands inside is about this record. */
export function AboutRecord({ record, compiled, children }: AboutProps) {
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
      <div className="sc-record-page">{children}</div>
    </RecordPageContext>
  );
}

interface Props {
  record: FormRecord;
  compiled: CompiledForm;
  nodes: readonly AnyNode[];
  path: Path;
}

/** The blocks of a record's page: figures, related records, each about this record. */
export const RecordPage = ({ record, compiled, nodes, path }: Props) => (
  <AboutRecord record={record} compiled={compiled}>
    <NodeList nodes={nodes} path={childrenPath(path, 'children')} />
  </AboutRecord>
);
