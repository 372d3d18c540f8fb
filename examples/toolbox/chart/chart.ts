export interface Datum {
  label: string;
  value: number;
}

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

export type Chart =
  | { kind: 'bar'; bars: Datum[] }
  | { kind: 'line'; series: Series[]; smooth: boolean }
  | { kind: 'pie'; slices: Datum[]; hole: number };

/** Where a chart may draw, in pixels from its own top left corner, and the colours it takes in turn. */
export interface Canvas {
  width: number;
  height: number;
  colours: string[];
}

export interface ChartStyle extends Canvas {
  title: string | null;
  background: string;
}
