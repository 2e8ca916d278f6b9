import { GraphWidget, type GraphWidgetView, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';

/** One graph of the dashboard; with `view`, over the whole time range. */
export const graph = (title: string, width: number, left: IMetric[], view?: GraphWidgetView): IWidget =>
  new GraphWidget({ title, width, height: 7, left, ...(view && { view, setPeriodToTimeRange: true }) });
