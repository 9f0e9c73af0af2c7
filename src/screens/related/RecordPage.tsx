import { useMemo, useState, type ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { RecordPageContext } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import { NodeList } from '../../runtime/node/NodeView.tsx';
import { createRelatedChanges, RelatedChangesContext } from '../../runtime/screen/relatedChanges.ts';
import './related.css';

interface ProviderProps {
  record: FormRecord;
  compiled: CompiledForm;
  children: ReactNode;
}

/** Provides a record as context for the blocks inside. */
export function RecordPageProvider({ record, compiled, children }: ProviderProps) {
  const page = useMemo(
    () => ({
      formKey: compiled.definition.formKey,
      formName: compiled.definition.formName,
      record,
      fieldNode: (key: string) => compiled.fields.get(key)?.node,
    }),
    [record, compiled],
  );
  const [changes] = useState(createRelatedChanges);
  return (
    <RecordPageContext value={page}>
      <RelatedChangesContext value={changes}>
        <div className="sc-record-page">{children}</div>
      </RelatedChangesContext>
    </RecordPageContext>
  );
}

interface Props {
  record: FormRecord;
  compiled: CompiledForm;
  nodes: readonly AnyNode[];
  path: Path;
}

/** The blocks of a record page, e.g. figures and lists of related records. */
export const RecordPage = ({ record, compiled, nodes, path }: Props) => (
  <RecordPageProvider record={record} compiled={compiled}>
    <NodeList nodes={nodes} path={childrenPath(path, 'children')} />
  </RecordPageProvider>
);
