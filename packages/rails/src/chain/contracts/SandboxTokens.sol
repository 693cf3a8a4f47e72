// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The two ERC-20 tokens of the sandbox's chain. Whoever deploys one holds its whole supply.
abstract contract SandboxToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 6;
    uint256 public constant totalSupply = 1_000_000_000_000e6;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function move(address from, address to, uint256 value) internal {
        require(to != address(0), "no recipient");
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function spend(address from, uint256 value) internal {
        require(allowance[from][msg.sender] >= value, "allowance too low");
        allowance[from][msg.sender] -= value;
    }

    function allow(address spender, uint256 value) internal {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }
}

/// A token that answers as the standard says.
contract AnsweringToken is SandboxToken {
    constructor(string memory name_, string memory symbol_) SandboxToken(name_, symbol_) {}

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allow(spender, value);
        return true;
    }
}

/// A token that answers nothing, as the real Tether does: that a transfer happened is told by its event alone.
contract SilentToken is SandboxToken {
    constructor(string memory name_, string memory symbol_) SandboxToken(name_, symbol_) {}

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        spend(from, value);
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        allow(spender, value);
    }
}
