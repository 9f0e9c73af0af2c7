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
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { screenPlaceholderValues } from './placeholderValues.ts';
import { RelatedSums } from './RelatedSums.tsx';
import { fixedPresetKey } from './presets.ts';

type Props = BlockProps<RelatedListNode>;

/** Delay in ms before lists outside the viewport are loaded. */
const PRELOAD_DELAY_MS = 1_500;

/**
 * List of the records of a form that refer to the page's record, with sums and a button 新增 that presets the relation.
 * Lists in the viewport are loaded first. Other lists are loaded when they are scrolled into view, or after
 * PRELOAD_DELAY_MS when the browser is idle and the page is shown.
 */
export function RelatedListBlock(props: Props) {
  const { formKey, via } = props.node;
  const page = useContext(RecordPageContext);
  const isContainerNear = useContext(NearContext);
  const enclosingPage = usePage();
  const section = useRef<HTMLElement>(null);
  const [shouldLoad, startLoading] = useNearViewport(section, false, 0);
  useEffect(() => {
    if (shouldLoad || !isContainerNear) return undefined;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadWhenIdle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        await whenIdle();
        // a hidden page loads no lists, because that would slow down the shown page
        if (isMounted && enclosingPage?.isShown() !== false) startTransition(startLoading);
      }, PRELOAD_DELAY_MS);
    };
    loadWhenIdle();
    const unsubscribe = enclosingPage?.onShown(loadWhenIdle);
    return () => {
      isMounted = false;
      clearTimeout(timer);
      unsubscribe?.();
    };
  }, [shouldLoad, isContainerNear, startLoading, enclosingPage]);
  if (!page) return null;
  return (
    <section ref={section} data-related={`${formKey}:${via}`} data-waiting={shouldLoad ? undefined : ''}>
      {shouldLoad ? <RelatedRecords {...props} page={page} /> : null}
    </section>
  );
}

function RelatedRecords({ node, path, page }: Props & { page: PageRecord }) {
  const services = useServices();
  const registry = useRegistry();
  const situation = useSituation();
  const navigation = usePageNavigation();
  const { load, reload } = useLoad(
    () => loadForm({ services, vocabulary: registry, formKey: node.formKey }),
    [services, registry, node.formKey],
  );
  const recordId = page.record.id ?? null;
  const list = useMemo((): ListNode | null => {
    if (recordId === null || !load.value) return null;
    const relationField = load.value.fields.get(node.via);
    const relation = relationField ? relationOf(relationField.node) : null;
    const placeholderValues = screenPlaceholderValues(page, situation, navigation.query);
    const presets = Object.entries(node.presets ?? {}).map(([key, value]) => [
      fixedPresetKey(key),
      String((typeof value === 'string' ? fillText(value, placeholderValues) : value) ?? ''),
    ]);
    // a path along several relations cannot be preset, because the records in between are ambiguous
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
                args: { query: { ...Object.fromEntries(presets), [fixedPresetKey(node.via)]: recordId } },
              },
            ]
          : []),
        { name: 'export' },
      ],
      rowActions: [{ name: 'view' }],
      open: 'drawer',
    };
  }, [page, recordId, load.value, node, situation, navigation.query]);
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
