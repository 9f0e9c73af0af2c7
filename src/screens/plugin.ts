import type { ComponentType } from 'react';
import type { NodeByTag } from '../grammar/nodes.ts';
import type { Plugin, Registered } from '../kernel/index.ts';
import type { BlockProps, Faces } from '../runtime/node/faces.ts';
import { lazyFace } from '../runtime/node/LazyFace.tsx';
import { openPage } from './list/openPage.ts';
import {
  chartHeight,
  greetingHeight,
  linkPanelHeight,
  noticePanelHeight,
  taskPanelHeight,
  workFiguresHeight,
} from './home/heights.ts';

/**
 * Returns the registry entry of a block whose code is loaded when a document first uses the block. `heightOf`: height
 * in pixels that is reserved while the code loads.
 */
const lazyBlock = <T extends keyof NodeByTag>(
  tag: T,
  load: () => Promise<ComponentType<BlockProps<NodeByTag[T]>>>,
  heightOf?: (node: NodeByTag[T]) => number,
  kind: 'block' | 'container' = 'block',
): Registered<Faces> => ({
  definition: { tag, kind },
  faces: { block: Object.assign(lazyFace(load), { heightOf }) as unknown as ComponentType<BlockProps<never>> },
});

/** Plugin with the blocks of business screens: lists, records, to-dos, home page. */
export const screensPlugin: Plugin<Faces> = {
  name: 'screens',
  install({ registerWidget, registerAction }) {
    registerAction('openPage', openPage);
    registerWidget(lazyBlock('list', () => import('./list/ListBlock.tsx').then((file) => file.ListBlock)));
    registerWidget(
      lazyBlock('systemList', () => import('./systemList/SystemListBlock.tsx').then((file) => file.SystemListBlock)),
    );
    registerWidget(
      lazyBlock('secondFactor', () =>
        import('./secondFactor/SecondFactorBlock.tsx').then((file) => file.SecondFactorBlock),
      ),
    );
    registerWidget(
      lazyBlock('systemForm', () => import('./systemList/SystemFormBlock.tsx').then((file) => file.SystemFormBlock)),
    );
    registerWidget(lazyBlock('detail', () => import('./detail/DetailBlock.tsx').then((file) => file.DetailBlock)));
    registerWidget(lazyBlock('todo', () => import('./todo/TodoBlock.tsx').then((file) => file.TodoBlock)));
    registerWidget(
      lazyBlock('relatedList', () => import('./related/RelatedListBlock.tsx').then((file) => file.RelatedListBlock)),
    );
    registerWidget(
      lazyBlock('statCard', () => import('./related/StatCardBlock.tsx').then((file) => file.StatCardBlock)),
    );
    registerWidget(lazyBlock('thread', () => import('./thread/ThreadBlock.tsx').then((file) => file.ThreadBlock)));
    registerWidget(lazyBlock('chain', () => import('./chain/ChainBlock.tsx').then((file) => file.ChainBlock)));
    registerWidget(
      lazyBlock('timeline', () => import('./timeline/TimelineBlock.tsx').then((file) => file.TimelineBlock)),
    );
    registerWidget(lazyBlock('steps', () => import('./steps/StepsBlock.tsx').then((file) => file.StepsBlock)));
    registerWidget(
      lazyBlock('filterBar', () => import('./figures/FilterBarBlock.tsx').then((file) => file.FilterBarBlock)),
    );
    registerWidget(
      lazyBlock('statTable', () => import('./figures/StatTableBlock.tsx').then((file) => file.StatTableBlock)),
    );
    registerWidget(lazyBlock('pivot', () => import('./figures/pivot/PivotBlock.tsx').then((file) => file.PivotBlock)));
    registerWidget(lazyBlock('ranking', () => import('./figures/RankingBlock.tsx').then((file) => file.RankingBlock)));
    registerWidget(
      lazyBlock(
        'board',
        () => import('./board/BoardBlock.tsx').then((file) => file.BoardBlock),
        undefined,
        'container',
      ),
    );
    registerWidget(lazyBlock('frame', () => import('./media/FrameBlock.tsx').then((file) => file.FrameBlock)));
    registerWidget(lazyBlock('video', () => import('./media/VideoBlock.tsx').then((file) => file.VideoBlock)));
    registerWidget(
      lazyBlock('orgChart', () => import('./orgChart/OrgChartBlock.tsx').then((file) => file.OrgChartBlock)),
    );
    registerWidget(lazyBlock('map', () => import('./map/MapBlock.tsx').then((file) => file.MapBlock)));
    registerWidget(
      lazyBlock('progress', () => import('./figures/ProgressBlock.tsx').then((file) => file.ProgressBlock)),
    );
    registerWidget(
      lazyBlock('taskList', () => import('./taskList/TaskListBlock.tsx').then((file) => file.TaskListBlock)),
    );
    registerWidget(lazyBlock('recordPrint', () => import('./print/PrintBlock.tsx').then((file) => file.PrintBlock)));
    registerWidget(
      lazyBlock('filePreview', () => import('./preview/PreviewBlock.tsx').then((file) => file.PreviewBlock)),
    );
    registerWidget(lazyBlock('mailBox', () => import('./mail/MailBoxBlock.tsx').then((file) => file.MailBoxBlock)));
    registerWidget(lazyBlock('mailView', () => import('./mail/MailViewBlock.tsx').then((file) => file.MailViewBlock)));
    registerWidget(
      lazyBlock('mailWrite', () => import('./mail/MailWriteBlock.tsx').then((file) => file.MailWriteBlock)),
    );
    registerWidget(
      lazyBlock('reminderList', () => import('./notices/ReminderListBlock.tsx').then((file) => file.ReminderListBlock)),
    );
    registerWidget(
      lazyBlock('subscriptionList', () =>
        import('./subscriptions/SubscriptionListBlock.tsx').then((file) => file.SubscriptionListBlock),
      ),
    );
    registerWidget(
      lazyBlock('noticeList', () => import('./notices/NoticeListBlock.tsx').then((file) => file.NoticeListBlock)),
    );
    registerWidget(
      lazyBlock('noticeManager', () =>
        import('./notices/NoticeManagerBlock.tsx').then((file) => file.NoticeManagerBlock),
      ),
    );
    registerWidget(
      lazyBlock('noticePush', () => import('./noticePush/NoticePushBlock.tsx').then((file) => file.NoticePushBlock)),
    );
    registerWidget(
      lazyBlock(
        'greeting',
        () => import('./home/GreetingBlock.tsx').then((file) => file.GreetingBlock),
        greetingHeight,
      ),
    );
    registerWidget(
      lazyBlock('desk', () => import('./desk/DeskBlock.tsx').then((file) => file.DeskBlock), undefined, 'container'),
    );
    registerWidget(
      lazyBlock(
        'workFigures',
        () => import('./home/WorkFiguresBlock.tsx').then((file) => file.WorkFiguresBlock),
        workFiguresHeight,
      ),
    );
    registerWidget(
      lazyBlock(
        'taskPanel',
        () => import('./home/TaskPanelBlock.tsx').then((file) => file.TaskPanelBlock),
        taskPanelHeight,
      ),
    );
    registerWidget(
      lazyBlock(
        'draftPanel',
        () => import('./home/DraftPanelBlock.tsx').then((file) => file.DraftPanelBlock),
        () => 0,
      ),
    );
    registerWidget(
      lazyBlock(
        'noticePanel',
        () => import('./home/NoticePanelBlock.tsx').then((file) => file.NoticePanelBlock),
        noticePanelHeight,
      ),
    );
    registerWidget(
      lazyBlock(
        'linkPanel',
        () => import('./home/LinkPanelBlock.tsx').then((file) => file.LinkPanelBlock),
        linkPanelHeight,
      ),
    );
    registerWidget(
      lazyBlock('chart', () => import('./home/ChartBlock.tsx').then((file) => file.ChartBlock), chartHeight),
    );
    registerWidget(
      lazyBlock('codeCards', () => import('./codes/CodeCardsBlock.tsx').then((file) => file.CodeCardsBlock)),
    );
    registerWidget(
      lazyBlock('labelPrint', () => import('./labels/LabelPrintBlock.tsx').then((file) => file.LabelPrintBlock)),
    );
    registerWidget(
      lazyBlock('attachments', () =>
        import('./attachments/AttachmentsBlock.tsx').then((file) => file.AttachmentsBlock),
      ),
    );
    registerWidget(lazyBlock('folder', () => import('./folder/FolderBlock.tsx').then((file) => file.FolderBlock)));
    registerWidget(
      lazyBlock('templateDesign', () =>
        import('./template/TemplateDesignBlock.tsx').then((file) => file.TemplateDesignBlock),
      ),
    );
    registerWidget(
      lazyBlock('templateView', () =>
        import('./template/TemplateViewBlock.tsx').then((file) => file.TemplateViewBlock),
      ),
    );
  },
};
