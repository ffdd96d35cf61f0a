"""Go written for clarity only: the independent model that the batched one is tested against."""

from __future__ import annotations


class SlowGo:
    def __init__(self, size: int, komi: float) -> None:
        self.size, self.komi = size, komi
        self.board = [0] * (size * size)
        self.turn, self.moves, self.ended = 1, [], False
        self.seen = {tuple(self.board)}
        self.ko_ban: int | None = None

    def beside(self, point: int) -> list[int]:
        row, column = divmod(point, self.size)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * self.size + c for r, c in near if 0 <= r < self.size and 0 <= c < self.size]

    def chain(self, board: list[int], point: int) -> tuple[set[int], set[int]]:
        stones, liberties, todo = {point}, set(), [point]
        while todo:
            for other in self.beside(todo.pop()):
                if board[other] == 0:
                    liberties.add(other)
                elif board[other] == board[point] and other not in stones:
                    stones.add(other)
                    todo.append(other)
        return stones, liberties

    def result(self, point: int) -> tuple[list[int], set[int]] | None:
        """The board after the move and the stones it takes; None for a move onto a stone or a suicide."""
        if self.board[point] != 0:
            return None
        board, taken = list(self.board), set()
        board[point] = self.turn
        for other in self.beside(point):
            if board[other] == -self.turn and other not in taken:
                stones, liberties = self.chain(board, other)
                if not liberties:
                    taken |= stones
        for stone in taken:
            board[stone] = 0
        return (board, taken) if self.chain(board, point)[1] else None

    def legal(self, superko: bool) -> set[int]:
        legal = set()
        for point in range(self.size * self.size):
            outcome = self.result(point)
            if outcome is None or point == self.ko_ban:
                continue
            if superko and tuple(outcome[0]) in self.seen:
                continue
            legal.add(point)
        return legal

    def play(self, move: int) -> None:
        self.ko_ban = None
        if move < self.size * self.size:
            before = self.board
            board, taken = self.result(move)
            self.board = board
            stones, liberties = self.chain(board, move)
            if len(taken) == 1 and len(stones) == 1 and len(liberties) == 1:
                self.ko_ban = next(iter(taken))
            assert board != before
            self.seen.add(tuple(board))
        elif self.moves and self.moves[-1] == move:
            self.ended = True
        self.moves.append(move)
        self.turn = -self.turn

    def area(self) -> list[int]:
        owner = list(self.board)
        for point in range(self.size * self.size):
            if self.board[point] == 0:
                region, borders, todo = {point}, set(), [point]
                while todo:
                    for other in self.beside(todo.pop()):
                        if self.board[other]:
                            borders.add(self.board[other])
                        elif other not in region:
                            region.add(other)
                            todo.append(other)
                owner[point] = borders.pop() if len(borders) == 1 else 0
        return owner
