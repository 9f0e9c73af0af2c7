import { SettingOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useContext, useMemo, useState, type CSSProperties } from 'react';
import { useLocation } from 'react-router-dom';
import type { AnyNode, DeskNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { isBlockGranted } from '../../runtime/node/blockAccess.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { GridSlot } from '../../runtime/node/gridSlot.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { arrangeCards, type DeskCard, type DeskChoice } from './deskOrder.ts';
import './desk.css';

const DeskSettings = lazyFace(() => import('./DeskSettings.tsx').then((file) => file.DeskSettings));

/** Number of grid columns. A card without `span` has this width. */
const FULL_WIDTH = 24;

/** Cards that each person can show, hide and arrange. The designer shows all cards in document order. */
export function DeskBlock({ node, path }: BlockProps<DeskNode>) {
  const isInDesigner = useContext(GridSlot) !== null;
  return isInDesigner ? (
    <Cards node={node} path={path} cards={node.items} showsLabels />
  ) : (
    <PersonalDesk node={node} path={path} />
  );
}

function PersonalDesk({ node, path }: BlockProps<DeskNode>) {
  const services = useServices();
  const situation = useSituation();
  const { pathname } = useLocation();
  // computed only at mount: a hidden tab stays mounted, and its key must not follow the address of the visible tab
  const [storageKey] = useState(`${pathname}:${node.key ?? 'desk'}`);
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  const { load, refresh } = useLoad(
    () =>
      services.request({
        url: '/system/home/desk',
        method: 'GET',
        params: { place: storageKey },
      }) as Promise<DeskChoice | null>,
    [services, storageKey],
  );
  const cards = useMemo(
    () => node.items.filter(({ children }) => children.some((child) => isBlockGranted(child as AnyNode, situation))),
    [node.items, situation],
  );
  const arrangedCards = useMemo(() => arrangeCards(cards, load.value ?? null), [cards, load.value]);
  if (load.state === 'loading' && load.value === undefined) return <Skeleton active />;
  const visibleCards = arrangedCards.filter(({ isShown }) => isShown).map(({ card }) => card);
  return (
    <section className="sc-desk" aria-label="个人工作台">
      {load.state === 'error' ? (
        <Alert type="warning" showIcon message="未能取得您的自定义设置，暂按默认显示" />
      ) : (
        <Button
          className="sc-desk-settings"
          type="text"
          size="small"
          icon={<SettingOutlined />}
          onClick={() => setSettingsOpen(true)}
        >
          自定义
        </Button>
      )}
      {visibleCards.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有显示任何卡片，可点“自定义”添加" />
      ) : (
        <Cards node={node} path={path} cards={visibleCards} />
      )}
      {areSettingsOpen ? (
        <LazyDialog onClose={() => setSettingsOpen(false)}>
          <DeskSettings
            storageKey={storageKey}
            arrangedCards={arrangedCards}
            defaultCards={arrangeCards(cards, null)}
            onSaved={() => {
              setSettingsOpen(false);
              refresh();
            }}
            onClose={() => setSettingsOpen(false)}
          />
        </LazyDialog>
      ) : null}
    </section>
  );
}

function Cards({
  node,
  path,
  cards,
  showsLabels = false,
}: BlockProps<DeskNode> & { cards: readonly DeskCard[]; showsLabels?: boolean }) {
  return (
    <div className="sf-grid">
      {cards.map((card) => (
        <div
          key={card.key}
          className="sf-item"
          style={{ '--span': card.span ?? FULL_WIDTH } as CSSProperties}
          data-desk-card={card.key}
        >
          {showsLabels ? <div className="sc-note">{card.label}</div> : null}
          <NodeGrid nodes={card.children} path={childrenPath(path, 'items', node.items.indexOf(card), 'children')} />
        </div>
      ))}
    </div>
  );
}
