import type { ComponentType } from 'react';
import type { Plugin } from '../kernel/index.ts';
import type { BlockProps, Faces } from '../runtime/node/faces.ts';
import { lazyFace } from '../runtime/node/LazyFace.tsx';

/** The widgets of the administration pages. Their code is loaded lazily, so that only administrators download it. */
export const designerPlugin: Plugin<Faces> = {
  name: 'designer',
  install({ registerWidget }) {
    registerWidget({
      definition: { tag: 'screenManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./screens/ScreenManagerBlock.tsx').then((file) => file.ScreenManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'datasetManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./datasets/DatasetManagerBlock.tsx').then((file) => file.DatasetManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'menuManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./menu/MenuManagerBlock.tsx').then((file) => file.MenuManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'flowManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./flow/FlowManagerBlock.tsx').then((file) => file.FlowManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'flowInstanceManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./instances/InstanceManagerBlock.tsx').then((file) => file.InstanceManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'auditLog', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./audit/AuditLogBlock.tsx').then((file) => file.AuditLogBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'setupGuide', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./setup/SetupGuideBlock.tsx').then((file) => file.SetupGuideBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'roleScopeManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./scopes/RoleScopeBlock.tsx').then((file) => file.RoleScopeBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'roleGrid', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./scopes/RoleGridBlock.tsx').then((file) => file.RoleGridBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'whyManager', kind: 'block' },
      faces: {
        block: lazyFace(() => import('./why/WhyBlock.tsx').then((file) => file.WhyBlock)) as unknown as ComponentType<
          BlockProps<never>
        >,
      },
    });
    registerWidget({
      definition: { tag: 'packManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./packs/PackManagerBlock.tsx').then((file) => file.PackManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'apiDocs', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./apiDocs/ApiDocsBlock.tsx').then((file) => file.ApiDocsBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'workCalendar', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./flow/calendar/CalendarDialog.tsx').then((file) => file.WorkCalendarBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
    registerWidget({
      definition: { tag: 'formManager', kind: 'block' },
      faces: {
        block: lazyFace(() =>
          import('./forms/FormManagerBlock.tsx').then((file) => file.FormManagerBlock),
        ) as unknown as ComponentType<BlockProps<never>>,
      },
    });
  },
};
