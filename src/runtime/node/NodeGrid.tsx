import { createElement, memo, useContext, useMemo } from 'react';
import { GridChunk, GridGroup, ROW } from './GridGroup.tsx';
import { columnGapOf, GridSlot, type GridProps as Props } from './gridSlot.ts';
import { chunksOf, groupsOf, type Chunk, type ChunkGroup } from './gridChunks.ts';
import { InPane, NodeSlice } from './NodeView.tsx';
import { useFilling } from './useFilling.ts';

/** The nodes on the 24-column grid; one below the other on a narrow screen. A long grid is made of parts. */
export function NodeGrid({ nodes, path, gutter }: Props) {
  const chunks = useMemo(() => chunksOf(nodes), [nodes]);
  const Slot = useContext(GridSlot);
  if (Slot !== null) return createElement(Slot, { nodes, path, gutter });
  return (
    <div className="sf-grid" style={{ columnGap: columnGapOf(gutter) }}>
      <InPane nodes={nodes}>
        {chunks.length === 1 ? (
          <NodeSlice nodes={nodes} path={path} isGridItem />
        ) : (
          <Parts nodes={nodes} path={path} gutter={gutter} chunks={chunks} />
        )}
      </InPane>
    </div>
  );
}

function Parts({ nodes, path, gutter, chunks }: Props & { chunks: readonly Chunk[] }) {
  const groups = useMemo(() => groupsOf(chunks), [chunks]);
  const filled = useFilling(groups);
  const missing = groups.slice(filled).reduce((sum, { rows }) => sum + rows, 0);
  return (
    <>
      {groups.slice(0, filled).map((group, index) => (
        <Part
          key={group.chunks[0]?.from}
          nodes={nodes}
          path={path}
          gutter={gutter}
          group={group}
          isFirst={index === 0}
        />
      ))}
      {missing > 0 && <div className="sf-unfilled" aria-hidden="true" style={{ height: missing * ROW }} />}
    </>
  );
}

/** Memoised: the parts that are there are not rendered again with each that comes. */
const Part = memo(function Part({
  nodes,
  path,
  gutter,
  group,
  isFirst,
}: Props & { group: ChunkGroup; isFirst: boolean }) {
  return (
    <GridGroup isFirst={isFirst} rows={group.rows} columnGap={gutter}>
      {group.chunks.map(({ from, to, rows }) => (
        <GridChunk key={from} isFirst={from === 0} rows={rows} columnGap={gutter}>
          <Slice nodes={nodes} path={path} from={from} to={to} />
        </GridChunk>
      ))}
    </GridGroup>
  );
});

function Slice({ nodes, path, from, to }: Props & { from: number; to: number }) {
  const own = useMemo(() => nodes.slice(from, to), [nodes, from, to]);
  return <NodeSlice nodes={own} path={path} isGridItem from={from} />;
}
