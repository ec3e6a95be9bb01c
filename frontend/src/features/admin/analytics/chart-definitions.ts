import type { SeriesPointResponse } from '../../../api/generated/model/seriesPointResponse';
import { analyticsTexts } from '../../../messages/admin-analytics';

const text = analyticsTexts.charts;

/** A figure of the points; charts stack several. */
interface ChartSeries {
  name: Exclude<keyof SeriesPointResponse, 'start'>;
  label: string;
  color: string;
}

export interface ChartDefinition {
  id: string;
  title: string;
  hint?: string;
  /** Whether the values of several periods can be added up: an active user of two days is one user. */
  isAdditive: boolean;
  series: readonly ChartSeries[];
}

/** Defined by the style sheet of the charts. */
const colors = ['var(--chart-first)', 'var(--chart-second)', 'var(--chart-third)'] as const;

export const charts: readonly ChartDefinition[] = [
  {
    id: 'views',
    title: text.views,
    hint: text.viewsHint,
    isAdditive: true,
    series: [
      { name: 'document_views', label: text.documents, color: colors[0] },
      { name: 'video_views', label: text.videos, color: colors[1] },
      { name: 'thread_views', label: text.threads, color: colors[2] },
    ],
  },
  {
    id: 'content',
    title: text.content,
    isAdditive: true,
    series: [
      { name: 'new_documents', label: text.documents, color: colors[0] },
      { name: 'new_videos', label: text.videos, color: colors[1] },
      { name: 'new_threads', label: text.threads, color: colors[2] },
    ],
  },
  {
    id: 'active',
    title: text.active,
    hint: text.activeHint,
    isAdditive: false,
    series: [{ name: 'active_users', label: text.active, color: colors[0] }],
  },
  {
    id: 'sign-ups',
    title: text.signUps,
    isAdditive: true,
    series: [{ name: 'sign_ups', label: text.signUps, color: colors[1] }],
  },
];
