import { Skeleton } from 'antd';
import { startTransition, useContext, useEffect, useMemo, useRef } from 'react';
import type { ListNode, RelatedListNode } from '../../grammar/nodes.ts';
import { fillText, relationOf } from '../../kernel/index.ts';
import { RecordPageContext, useRegistry, useServices, useSituation, type PageRecord } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { whenIdle } from '../../runtime/host/whenIdle.ts';
import { usePage } from '../../runtime/screen/page.ts';
import { NearContext, useNearViewport } from '../../runtime/node/nearViewport.ts';
import { FormList } from '../list/ListBlock.tsx';
import { usePlace } from '../place/place.ts';
import { Failure } from '../shared/Failure.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { placeholderValues } from './placeholderValues.ts';
import { RelatedSums } from './RelatedSums.tsx';
import { fixedKey, presetKey } from './presets.ts';

type Props = BlockProps<RelatedListNode>;

/** Lists outside of the viewport wait so long for those in it, ms. */
const VISIBLE_FIRST = 1_500;

/**
 * The records of a form that point at the record whose page this is: a list, a foot of sums, and 新增 with the relation set.
 * A page may hold many: those in the viewport are loaded first, the others when they are scrolled to or, one after the
 * other, when the browser is idle and the page is shown.
 */
export function RelatedListBlock(props: Props) {
  const { formKey, via } = props.node;
  const page = useContext(RecordPageContext);
  const isAround = useContext(NearContext);
  const tab = usePage();
  const section = useRef<HTMLElement>(null);
  const [isNear, show] = useNearViewport(section, false, 0);
  useEffect(() => {
    if (isNear || !isAround) return undefined;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadWhenIdle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        await whenIdle();
        // a page that is not shown loads no lists: they would slow down the one that is
        if (isHere && tab?.isShown() !== false) startTransition(show);
      }, VISIBLE_FIRST);
    };
    loadWhenIdle();
    const unsubscribe = tab?.onShown(loadWhenIdle);
    return () => {
      isHere = false;
      clearTimeout(timer);
      unsubscribe?.();
    };
  }, [isNear, isAround, show, tab]);
  if (!page) return null;
  return (
    <section ref={section} data-related={`${formKey}:${via}`} data-waiting={isNear ? undefined : ''}>
      {isNear ? <RelatedRecords {...props} page={page} /> : null}
    </section>
  );
}

function RelatedRecords({ node, path, page }: Props & { page: PageRecord }) {
  const services = useServices();
  const registry = useRegistry();
  const situation = useSituation();
  const place = usePlace();
  const { load, reload } = useLoad(
    () => loadForm({ services, vocabulary: registry, formKey: node.formKey }),
    [services, registry, node.formKey],
  );
  const recordId = page.record.id ?? null;
  const list = useMemo((): ListNode | null => {
    if (recordId === null || !load.value) return null;
    const own = load.value.fields.get(node.via);
    const relation = own ? relationOf(own.node) : null;
    const source = placeholderValues(page, situation, place.query);
    const presets = Object.entries(node.presets ?? {}).map(([key, value]) => [
      presetKey(key),
      String((typeof value === 'string' ? fillText(value, source) : value) ?? ''),
    ]);
    // along several relations nobody can say which record in between is meant
    const mayCreate = node.mayCreate !== '0' && relation !== null;
    return {
      tag: 'list',
      key: `${node.formKey}-${node.via.replaceAll('.', '-')}`,
      formKey: node.formKey,
      title: node.title ?? load.value.definition.formName,
      ...(node.columns ? { columns: node.columns.map((field) => ({ field })) } : {}),
      ...(node.sort ? { sort: node.sort } : {}),
      filters: [],
      fixedQuery: { [node.via]: recordId },
      noAuth: load.value.definition.unitReads === '1',
      topActions: [
        ...(mayCreate
          ? [
              {
                name: 'create',
                type: 'primary' as const,
                args: { query: { ...Object.fromEntries(presets), [fixedKey(node.via)]: recordId } },
              },
            ]
          : []),
        { name: 'export' },
      ],
      rowActions: [{ name: 'view' }],
      open: 'drawer',
    };
  }, [page, recordId, load.value, node, situation, place.query]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!list || !load.value) return <Skeleton active paragraph={{ rows: 3 }} />;
  return (
    <>
      <FormList node={list} path={path} loadedForm={load.value.definition} />
      {node.sums && recordId !== null ? (
        <RelatedSums formKey={node.formKey} via={node.via} recordId={recordId} fields={node.sums} form={load.value} />
      ) : null}
    </>
  );
}
