// Whether the service is about to stop. Readiness reports it before connections are refused.

export type Stopping = {
  announce(): void;
  isAnnounced(): boolean;
};

export const stopping = (): Stopping => {
  let announced = false;
  return {
    announce: () => {
      announced = true;
    },
    isAnnounced: () => announced,
  };
};
