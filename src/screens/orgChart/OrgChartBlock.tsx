import { ApartmentOutlined, BankOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import type { OrgChartNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { OrgNode } from '../../runtime/services/people.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { OrgPeople } from './OrgPeople.tsx';
import { searchTree, idsOfLevels, subtreeOf } from './orgTree.ts';
import '../screens.css';
import './orgChart.css';

/** Default number of visible levels. */
const DEFAULT_DEPTH = 2;

/** Collapsible chart of units and departments, with a search and the people of the selected unit or department. */
export function OrgChartBlock({ node }: BlockProps<OrgChartNode>) {
  const services = useServices();
  const { load, reload } = useLoad(() => services.orgs.tree(), [services]);
  const [text, setText] = useState('');
  const [selectedOrg, setSelectedOrg] = useState<OrgNode | null>(null);
  const [openStates, setOpenStates] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [openStatesInSearch, setOpenStatesInSearch] = useState<ReadonlyMap<string, boolean>>(new Map());
  const tree = useMemo(() => subtreeOf(load.value ?? [], node.root), [load.value, node.root]);
  const { hits, ancestors } = useMemo(() => searchTree(tree, text.trim()), [tree, text]);
  const defaultOpenIds = useMemo(
    () => new Set(idsOfLevels(tree, (node.depth ?? DEFAULT_DEPTH) - 1)),
    [tree, node.depth],
  );
  const title = node.title ?? '组织架构';
  const isSearching = text.trim() !== '';
  const isOpen = (id: string): boolean =>
    (isSearching ? openStatesInSearch.get(id) : undefined) ??
    (ancestors.has(id) || (openStates.get(id) ?? defaultOpenIds.has(id)));
  const toggle = (id: string, isOpened: boolean): void => {
    const set = isSearching ? setOpenStatesInSearch : setOpenStates;
    set((before) => new Map(before).set(id, isOpened));
  };
  const renderLevel = (nodes: readonly OrgNode[], isTop: boolean) => (
    <ul className={isTop ? 'sc-org' : undefined}>
      {nodes.map((org) => {
        const children = org.children ?? [];
        const isShown = children.length > 0 && isOpen(org.id);
        return (
          <li key={org.id}>
            <span className="sc-org-box" data-hit={hits.has(org.id)} data-chosen={selectedOrg?.id === org.id}>
              <button
                type="button"
                className="sc-org-name"
                data-org={org.id}
                aria-pressed={selectedOrg?.id === org.id}
                onClick={() => setSelectedOrg(selectedOrg?.id === org.id ? null : org)}
              >
                {org.type === 'unit' ? <BankOutlined aria-hidden /> : <ApartmentOutlined aria-hidden />} {org.name}
              </button>
              {children.length > 0 ? (
                <Button
                  size="small"
                  type="text"
                  icon={isShown ? <MinusOutlined /> : <PlusOutlined />}
                  aria-expanded={isShown}
                  aria-label={`${isShown ? '收起' : '展开'}${org.name}的下级`}
                  onClick={() => toggle(org.id, !isShown)}
                />
              ) : null}
            </span>
            {isShown ? renderLevel(children, false) : null}
          </li>
        );
      })}
    </ul>
  );
  return (
    <section className="sc-panel" aria-label={title} aria-busy={load.state === 'loading'}>
      <div className="sc-panel-head">
        <h3>{title}</h3>
        <Input.Search
          className="sc-org-search"
          allowClear
          placeholder="查找单位、部门"
          aria-label="查找单位、部门"
          onChange={({ target }) => {
            setText(target.value);
            // a new search opens every branch with a hit, even if it was collapsed before
            setOpenStatesInSearch(new Map());
          }}
        />
      </div>
      {load.state === 'error' ? <Failure error={load.error} title={`${title}加载失败`} onRetry={reload} /> : null}
      {load.state === 'loading' && tree.length === 0 ? <Skeleton active /> : null}
      {load.state === 'ready' && tree.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有单位或部门" />
      ) : null}
      {text.trim() !== '' && hits.size === 0 && tree.length > 0 ? (
        <output className="sc-note">没有名称含“{text.trim()}”的单位或部门</output>
      ) : null}
      {tree.length > 0 ? <div className="sc-org-place">{renderLevel(tree, true)}</div> : null}
      {selectedOrg && node.people !== '0' ? <OrgPeople key={selectedOrg.id} org={selectedOrg} /> : null}
    </section>
  );
}
