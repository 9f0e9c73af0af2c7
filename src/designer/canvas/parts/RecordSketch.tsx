import { Select } from 'antd';
import { createElement, useContext, useState } from 'react';
import type { Path } from '../../../domain/problem/index.ts';
import { useRegistry, useServices, useSituation } from '../../../runtime/contexts.ts';
import { GridSlot } from '../../../runtime/node/gridSlot.ts';
import { loadDetail, type DetailBundle } from '../../../screens/detail/loadDetail.ts';
import { buildSituation, readDetailQuery } from '../../../screens/detail/situation.ts';
import { RecordPageProvider } from '../../../screens/related/RecordPage.tsx';
import { messageOf } from '../../../screens/shared/messages.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { SessionForm } from '../../document/SessionForm.tsx';
import { listsOf, type RawNode } from '../model/nodes.ts';
import { SketchContext } from './BlockSketch.tsx';

/** Maximum number of recent records to choose an example from. */
const MAX_EXAMPLES = 20;

interface Props {
  node: RawNode;
  path: Path;
}

/** A record page on the canvas, with an example record that this administrator may read. */
export function RecordSketch({ node, path }: Props) {
  const services = useServices();
  const vocabulary = useRegistry();
  const formKey = typeof node.formKey === 'string' ? node.formKey : '';
  const [chosenRecord, setChosenRecord] = useState<{ formKey: string; id: string } | null>(null);
  const { load: examplesLoad } = useLoad(
    () =>
      formKey === ''
        ? Promise.resolve([])
        : services.records
            .list(formKey, { page: { pageNum: 1, pageSize: MAX_EXAMPLES }, conditions: [] })
            .then(({ list }) => list),
    [services, formKey],
  );
  // the oldest of the listed records, because a new record has no related records
  const isChosen = chosenRecord?.formKey === formKey;
  const id = (isChosen ? chosenRecord.id : undefined) ?? examplesLoad.value?.at(-1)?.id ?? null;
  const { load: detailLoad } = useLoad(
    () =>
      id === null
        ? Promise.resolve(null)
        : loadDetail({ services, vocabulary, query: readDetailQuery({ formKey, id, isEdit: '0' }) }),
    [services, vocabulary, formKey, id],
  );
  // after a failure `detailLoad.value` is still the previous record
  const bundle = detailLoad.state === 'error' ? null : (detailLoad.value ?? null);
  const grids = <Grids node={node} path={path} />;
  const record = bundle?.record;
  const failure =
    examplesLoad.state === 'error' ? examplesLoad.error : detailLoad.state === 'error' ? detailLoad.error : null;
  const exampleRecords = examplesLoad.value ?? [];
  return (
    <div className="ds-sketch">
      {exampleRecords.length > 0 && (bundle || failure || isChosen) ? (
        <div className="ds-sketch-head" data-no-select>
          <span>示例记录</span>
          <Select<string>
            size="small"
            aria-label="示例记录"
            showSearch
            optionFilterProp="label"
            popupMatchSelectWidth={false}
            value={id ?? ''}
            options={exampleRecords.map((example) => ({
              value: example.id ?? '',
              label: example.title ?? example.id ?? '',
            }))}
            onChange={(next) => setChosenRecord({ formKey, id: next })}
          />
          {bundle ? (
            <span className="ds-note">“{bundle.compiled.definition.formName}”的内容在表单管理中修改</span>
          ) : null}
        </div>
      ) : null}
      {bundle && record ? (
        <>
          <div inert className="ds-sketch-form">
            <GridSlot value={null}>
              <RecordView key={record.id} bundle={bundle} />
            </GridSlot>
          </div>
          <RecordPageProvider record={record} compiled={bundle.compiled}>
            {grids}
          </RecordPageProvider>
        </>
      ) : (
        <>
          <div className="ds-sketch-box">
            {failure
              ? `示例记录无法读取：${messageOf(failure)}`
              : examplesLoad.state === 'loading' || detailLoad.state === 'loading'
                ? '正在读取记录…'
                : NO_EXAMPLE}
          </div>
          <SketchContext value="record">{grids}</SketchContext>
        </>
      )}
    </div>
  );
}

const NO_EXAMPLE = '记录的表单内容（还没有可以作为示例的记录）';

/** The record's form in view mode. */
function RecordView({ bundle: { compiled, record, config } }: { bundle: DetailBundle }) {
  const { user } = useSituation();
  const [situation] = useState(() => {
    const query = readDetailQuery({ formKey: compiled.definition.formKey, id: record?.id ?? '', isEdit: '0' });
    return buildSituation({ user, query, rawQuery: {}, record, config, mode: 'view' });
  });
  return <SessionForm compiled={compiled} record={record} mode="view" situation={situation} />;
}

/** The lists of blocks inside the page. */
function Grids({ node, path }: Props) {
  const Grid = useContext(GridSlot);
  if (Grid === null) return null;
  return listsOf(node, path).map((list) =>
    createElement(Grid, { key: list.path.join('.'), nodes: list.nodes, path: list.path }),
  );
}
