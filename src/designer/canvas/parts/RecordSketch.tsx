import { createContext, createElement, useContext } from 'react';
import type { Path } from '../../../domain/problem/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { GridSlot } from '../../../runtime/node/gridSlot.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { nameOfNode } from '../model/acts.ts';
import { listsOf, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';

/** True inside a record's page: its blocks show the record that is open, and there is none here. */
export const WithoutRecord = createContext(false);

/** A record's page on the canvas: the place of its form, and its blocks to be arranged. */
export function RecordSketch({ node, path }: { node: RawNode; path: Path }) {
  const services = useServices();
  const Grid = useContext(GridSlot);
  const { formKey } = node;
  const { load } = useLoad(() => services.forms.list(), [services]);
  const name = load.value?.find(({ key }) => key === formKey)?.name;
  return (
    <div className="ds-sketch">
      <div className="ds-sketch-box">
        {name === undefined ? '记录的表单内容' : `“${name}”的表单内容，在表单管理中修改`}
      </div>
      <WithoutRecord value>
        {Grid === null
          ? null
          : listsOf(node, path).map((list) =>
              createElement(Grid, { key: list.path.join('.'), nodes: list.nodes, path: list.path }),
            )}
      </WithoutRecord>
    </div>
  );
}

/** A block of a record's page: what it is, without what it would show. */
export function BlockSketch({ node }: { node: RawNode }) {
  const kind = titleOfNode(node);
  const name = nameOfNode(node);
  return (
    <div className="ds-sketch-box">
      <strong>{name}</strong>
      {name === kind ? null : ` · ${kind}`}
      <br />
      打开记录后在此显示
    </div>
  );
}

export const useWithoutRecord = (): boolean => useContext(WithoutRecord);
