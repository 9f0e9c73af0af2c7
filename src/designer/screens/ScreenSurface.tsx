import { Suspense, useMemo, type ComponentType } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { GridSlot, type GridProps } from '../../runtime/node/gridSlot.ts';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import { PageNavigationContext } from '../../screens/navigation/pageNavigation.ts';
import type { Design } from '../canvas/model/design.ts';
import { ROOT } from '../canvas/model/nodes.ts';
import { rootContainerOf } from '../canvas/model/screenNotation.ts';
import { Canvas, type SurfaceProps } from '../canvas/parts/Canvas.tsx';
import { CanvasGrid } from '../canvas/parts/CanvasGrid.tsx';
import { useDesignValue } from '../canvas/designerContext.ts';
import { DeviceScreen } from '../document/Device.tsx';
import { schemaOfTag } from '../editor/grammarDocs.ts';
import { NO_NAVIGATION } from './noNavigation.ts';

const CONTAINER_PATH: Path = ['root'];

const docOf = (design: Design) => design.doc();

/**
 * The grid of the blocks in a container on the canvas. The blocks of the root container are the top-level list of the
 * canvas, whose path is `ROOT`.
 */
const BlockGrid = ({ path, ...grid }: GridProps) => (
  <CanvasGrid {...grid} path={path[0] === CONTAINER_PATH[0] && path.length === 2 ? ROOT : path} />
);

/** The canvas of a page; its blocks are rendered with the data that the current administrator can see. */
export function ScreenSurface({ canvasRef, device }: SurfaceProps) {
  const doc = useDesignValue(docOf);
  const registry = useRegistry();
  const container = useMemo(() => {
    const node = rootContainerOf(doc);
    return node === null ? null : ({ ...node, children: doc.fields } as unknown as AnyNode);
  }, [doc]);
  const isStacked = container !== null && schemaOfTag(container.tag)?.['x-stacked'] === true;
  const Block = container && !isStacked ? registry.widget(container.tag)?.faces.block : undefined;
  const ContainerBlock = Block as ComponentType<BlockProps> | undefined;
  // both devices use the same wrapper, so that switching the device does not remount the canvas
  return (
    <DeviceScreen device={device}>
      <Canvas canvasRef={canvasRef} className={isStacked ? 'ds-screen-canvas ds-stacked' : 'ds-screen-canvas'}>
        <PageNavigationContext value={NO_NAVIGATION}>
          <GridSlot value={BlockGrid}>
            {container && ContainerBlock ? (
              <NodeBoundary tag={container.tag} path={CONTAINER_PATH}>
                <Suspense fallback={<NodeLoading height={240} />}>
                  <ContainerBlock node={container} path={CONTAINER_PATH} />
                </Suspense>
              </NodeBoundary>
            ) : (
              <CanvasGrid nodes={doc.fields} path={ROOT} />
            )}
          </GridSlot>
        </PageNavigationContext>
      </Canvas>
    </DeviceScreen>
  );
}
